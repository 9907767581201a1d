import { useMemo, type FormEvent } from 'react'
import { Form } from 'react-router'

import * as layout from '#app/forms/fields.css.ts'
import { useFollowingForm } from '#app/forms/following-form.ts'
import type { Field } from '#app/forms/form.ts'
import { PartyFields } from '#app/forms/party-fields.tsx'
import { LineField } from '#app/forms/person-fields.tsx'
import { plainField } from '#app/forms/plain-field.ts'
import { Questions } from '#app/forms/questions.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { partyTypes, type PartyType } from '#app/models/party-types.ts'
import type { ChangeView } from '#app/routes/booking/change-view.ts'
import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import { Fold, Folds, Gone, Numbers } from '#app/routes/booking/form-parts.tsx'
import { GuidePanel, type Guide } from '#app/routes/booking/guide-panel.tsx'
import { Bar, Changes } from '#app/routes/booking/summary-panel.tsx'
import type { Summary } from '#app/routes/booking/summary.ts'
import { EnterButton } from '#app/ui/enter-button.tsx'
import { withAside } from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

const formId = 'change'

export type FormPage = {
	view: ChangeView
	/** The values of all fields by name, as the server answered them last. */
	saved: Record<string, string>
	errors: Record<string, Message[] | null>
	revision: number
	/** The time of the answer in milliseconds, 0 before the first; with each new one the fields take the saved values. */
	answer: number
	summary: Summary | null
	guide: Guide | null
	/** True for the answer to a form that was refused: its guide then gets the focus. */
	isRefused: boolean
	/** True where the customer's name and mail address are shown to be corrected. */
	hasPerson: boolean
}

/**
 * The form that changes a booking, filled in with what is booked. Without scripts a press on a stepper sends the form
 * and the page comes back; with scripts the form sends itself a moment after a number was changed, and the sums follow.
 */
export function ChangeForm({ page, words }: { page: FormPage; words: ChangeWords }) {
	const { view, saved, errors, revision, answer, summary, guide, isRefused } = page
	const { form, keep, sent, sendSoon, sendLeft } = useFollowingForm(saved, answer)
	const field = useMemo(
		() => (name: string) => plainField(formId, name, { value: saved[name], errors: errors[name] }),
		[saved, errors],
	)

	function change(event: FormEvent) {
		keep(event)
		if (isChoice(event.target)) sendSoon(event)
	}

	return (
		<Form
			id={formId}
			ref={form}
			method="post"
			noValidate
			preventScrollReset
			className={withAside}
			onChange={change}
			onBlur={sendLeft}
			onSubmit={sent}
		>
			<div className={stack.xl}>
				<EnterButton name="intent" value="look" />
				<input type="hidden" name="revision" value={revision} />
				<Numbers view={view} words={words} field={field} />
				{guide && <GuidePanel guide={guide} words={words} autoFocus={isRefused && page} />}
				<Folds view={view} words={words} field={field} />
				{view.gone.length > 0 && <Gone view={view} words={words} field={field} />}
				<Texts page={page} words={words} field={field} />
			</div>
			<Changes words={words} summary={summary} />
			<Bar words={words} summary={summary} />
		</Form>
	)
}

type TextsProps = { page: FormPage; words: ChangeWords; field: (name: string) => Field }

/**
 * The names of a party, the answers, and the customer's name and mail address, each in a fold. A fold with an error is
 * open.
 */
function Texts({ page: { view, saved, errors, hasPerson }, words, field }: TextsProps) {
	return (
		<>
			{view.partyTypes.length > 0 && (
				<Fold title={words.texts} isOpen={hasErrors(errors, 'party.')}>
					<PartyFields types={view.partyTypes} fields={partyFields(field)} />
				</Fold>
			)}
			{view.questions.length > 0 && (
				<Fold title={words.answers} isOpen={hasErrors(errors, 'answers.')}>
					<Questions
						questions={view.questions}
						fields={Object.fromEntries(
							view.questions.map(({ productId }) => [productId, field(`answers.${productId}`)]),
						)}
					/>
				</Fold>
			)}
			{hasPerson && (
				<Fold title={words.person} isOpen={hasErrors(errors, 'person.')}>
					<Panel title={words.person}>
						<div className={layout.fields}>
							<p className={layout.hint}>{words.personText}</p>
							<input type="hidden" name="person.seen" value={saved['person.seen']} />
							<LineField name="firstName" fields={{ firstName: field('person.firstName') }} />
							<LineField name="lastName" fields={{ lastName: field('person.lastName') }} />
							<LineField name="email" fields={{ email: field('person.email') }} />
						</div>
					</Panel>
				</Fold>
			)}
		</>
	)
}

function isChoice(target: EventTarget): boolean {
	return (
		target instanceof HTMLInputElement &&
		['number', 'radio', 'checkbox'].includes(target.type) &&
		!target.name.startsWith('party.')
	)
}

function hasErrors(errors: FormPage['errors'], prefix: string): boolean {
	return Object.entries(errors).some(([name, own]) => name.startsWith(prefix) && own?.length)
}

type PartyFieldName = PartyType | 'type' | 'contactPerson'

function partyFields(field: (name: string) => Field): Record<PartyFieldName, Field> {
	const names: PartyFieldName[] = [...partyTypes, 'type', 'contactPerson']
	return Object.fromEntries(names.map((name) => [name, field(`party.${name}`)])) as Record<
		PartyFieldName,
		Field
	>
}
