import type { FormEvent, ReactNode, SubmitEvent } from 'react'
import { Form } from 'react-router'

import { useFollowingForm } from '#app/forms/following-form.ts'
import { plainField } from '#app/forms/plain-field.ts'
import { QuantityField } from '#app/forms/stepper.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Search } from '#app/models/offer/search.ts'
import { CountedGuests } from '#app/routes/shop/day/counted-guests.tsx'
import * as styles from '#app/routes/shop/day/day-picker.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Button } from '#app/ui/button.tsx'

/** The limits of a search: the first and the last day that can be asked for, and the most guests. */
export type Bounds = { first: string; last: string; guests: number }

type DayFormProps = {
	bounds: Bounds
	/** The number of guests as typed, and the reason why it is refused; null each where there is none. */
	guests: { typed: string | null; problem: Message | null }
	problem: Message | null
	/** The day asked for, when it cannot be shown because it is over or too far ahead; else null. */
	otherDay: string | null
	/**
	 * The least and most guests of the chosen party; a number of guests outside them gets a sentence. Null without a
	 * party.
	 */
	party: { min: number; max: number } | null
	children: ReactNode
}

const formId = 'day-form'
/** The id of the form's field for the number of guests. */
export const guestsId = plainField(formId, 'guests').id

/** The form for the number of guests and a typed date. With scripts both take effect at once, without a button. */
export function DayForm(props: DayFormProps) {
	const { guests, otherDay, party, children } = props
	const { t } = useI18n()
	const { asked, askForGuests, askFor } = useShopping()
	const shownGuests = guests.problem ? (guests.typed ?? '') : String(asked.guests)
	const shownDay = otherDay ?? asked.day
	const saved = { guests: shownGuests, day: shownDay }
	const { form, keep, sent, sendSoon } = useFollowingForm(saved)

	function change(event: FormEvent<HTMLFormElement>) {
		const { target } = event
		if (!(target instanceof HTMLInputElement)) return
		keep(event)
		const { name, validity, value, valueAsNumber } = target
		if (name === 'guests') askForGuests(validity.valid ? valueAsNumber : null)
		// An incomplete or impossible date is sent by the Enter key alone.
		else if (!validity.valid || value === '') return
		sendSoon()
	}

	function send(event: SubmitEvent<HTMLFormElement>) {
		sent()
		const typed = [...new FormData(event.currentTarget)]
		askFor(`?${new URLSearchParams(typed.map(([name, value]) => [name, String(value)]))}`)
	}

	return (
		<Form
			id={formId}
			ref={form}
			method="get"
			action="/#day"
			preventScrollReset
			noValidate
			className={styles.form}
			onSubmit={send}
			onChange={change}
		>
			<Fields {...props} shown={saved} />
			<Kept asked={asked} />
			<div className={styles.send}>
				{party && <CountedGuests id={plainField(formId, 'guests').descriptionId} offer={party} />}
				{children}
				<Button variant="ghost" className={styles.show}>
					{t('shop.day.show')}
				</Button>
			</div>
		</Form>
	)
}

type FieldsProps = Omit<DayFormProps, 'children'> & { shown: { guests: string; day: string } }

function Fields({ bounds, guests, problem, otherDay, party, shown }: FieldsProps) {
	const { t } = useI18n()
	return (
		<>
			<QuantityField
				field={plainField(formId, 'guests', {
					value: shown.guests,
					errors: guests.problem && [guests.problem],
				})}
				label={t('shop.day.guests')}
				max={bounds.guests}
				hint={party !== null}
			/>
			<TextField
				field={plainField(formId, 'day', {
					value: shown.day,
					errors: problem && otherDay !== null ? [problem] : null,
				})}
				label={t('shop.day.date')}
				type="date"
				min={bounds.first}
				max={bounds.last}
			/>
		</>
	)
}

/** The hidden fields that keep the other parts of the search. */
function Kept({ asked }: { asked: Search }) {
	return (
		<>
			<input type="hidden" name="kind" value={asked.kind} />
			{asked.occasion && <input type="hidden" name="occasion" value={asked.occasion} />}
			<input type="hidden" name="duration" value={asked.duration} />
			{asked.time && <input type="hidden" name="time" value={asked.time} />}
			{asked.month && <input type="hidden" name="month" value={asked.month} />}
			{asked.product && <input type="hidden" name="product" value={asked.product} />}
			{asked.take && <input type="hidden" name="take" value={asked.take} />}
		</>
	)
}
