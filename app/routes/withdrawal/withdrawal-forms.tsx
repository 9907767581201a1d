import { Form, Link } from 'react-router'

import { EmailField } from '#app/forms/email-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { type FormResult, formProps, useForm } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { Texts } from '#app/i18n/de.ts'
import type { Withdrawal, withdrawal } from '#app/models/order/withdrawal.ts'
import * as styles from '#app/routes/withdrawal/withdrawal-forms.css.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusOn } from '#app/ui/focus-on.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

type Words = { words: Texts['withdrawal'] }

/** The first step of a withdrawal: name, contract and mail address. */
export function DeclareWithdrawal({ words, result }: Words & { result: FormResult | undefined }) {
	const [form, fields] = useForm<typeof withdrawal>({ id: 'withdrawal', lastResult: result })
	const labels = {
		name: words.name,
		contract: words.contract,
		email: words.email,
		note: words.note,
	}
	return (
		<>
			<p className={pages.lead}>{words.lead}</p>
			<p>
				<Link to="/pages/widerruf" className={textLink}>
					{words.more}
				</Link>
			</p>
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				<TextField field={fields.name} label={labels.name} autoComplete="name" maxLength={200} />
				<TextField
					field={fields.contract}
					label={labels.contract}
					hint={<KeptTogether text={words.contractHint} />}
					maxLength={100}
				/>
				<EmailField
					field={fields.email}
					label={labels.email}
					hint={words.emailHint}
					autoComplete="email"
				/>
				<TextField field={fields.note} label={labels.note} optional maxLength={1000} />
				<Button name="intent" value="declare" wide>
					{words.declare}
				</Button>
			</Form>
		</>
	)
}

/** The second step of a withdrawal: the declaration once more, and the button that sends it. */
export function ConfirmWithdrawal({
	words,
	declared,
}: Words & { declared: Withdrawal & { id: string } }) {
	const check = useFocusOn<HTMLElement>(declared)
	const facts = [
		[words.name, declared.name],
		[words.contract, declared.contract],
		[words.email, declared.email],
		[words.note, declared.note],
	].filter(([, value]) => value)
	return (
		<Panel ref={check} tabIndex={-1} autoFocus title={words.check}>
			<p>{words.declaration}</p>
			<dl className={styles.facts}>
				{facts.map(([label, value]) => (
					<div key={label}>
						<dt className={styles.label}>{label}</dt>
						<dd className={styles.value}>{value}</dd>
					</div>
				))}
			</dl>
			<Form method="post" className={pages.actions}>
				{Object.entries(declared).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value ?? ''} />
				))}
				<Button name="intent" value="change" variant="ghost">
					{words.change}
				</Button>
				<Button name="intent" value="confirm">
					{words.confirm}
				</Button>
			</Form>
		</Panel>
	)
}
