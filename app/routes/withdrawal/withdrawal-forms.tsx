import { Form, Link } from 'react-router'

import { EmailField } from '#app/forms/email-field.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { type FormResult, formProps, useForm } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Withdrawal, withdrawal } from '#app/models/order/withdrawal.ts'
import * as styles from '#app/routes/withdrawal/withdrawal-forms.css.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusOn } from '#app/ui/focus-on.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

/** The first step of a withdrawal (§ 356a BGB): the form for name, contract and mail address. */
export function DeclareWithdrawal({ result }: { result: FormResult | undefined }) {
	const { t } = useI18n()
	const [form, fields] = useForm<typeof withdrawal>({ id: 'withdrawal', lastResult: result })
	const labels = {
		name: t('withdrawal.name'),
		contract: t('withdrawal.contract'),
		email: t('withdrawal.email'),
		note: t('withdrawal.note'),
	}
	return (
		<>
			<p className={pages.lead}>{t('withdrawal.lead')}</p>
			<p>
				<Link to="/pages/widerruf" className={textLink}>
					{t('withdrawal.more')}
				</Link>
			</p>
			<ErrorSummary form={form} labels={labels} />
			<Form method="post" className={layout.fields} {...formProps(form)}>
				<TextField field={fields.name} label={labels.name} autoComplete="name" maxLength={200} />
				<TextField
					field={fields.contract}
					label={labels.contract}
					hint={<KeptTogether text={t('withdrawal.contractHint')} />}
					maxLength={100}
				/>
				<EmailField
					field={fields.email}
					label={labels.email}
					hint={t('withdrawal.emailHint')}
					autoComplete="email"
				/>
				<TextField field={fields.note} label={labels.note} optional maxLength={1000} />
				<Button name="intent" value="declare" wide>
					{t('withdrawal.declare')}
				</Button>
			</Form>
		</>
	)
}

/** The second step of a withdrawal (§ 356a BGB): shows the declaration once more, with the button that sends it. */
export function ConfirmWithdrawal({ declared }: { declared: Withdrawal & { id: string } }) {
	const { t } = useI18n()
	const check = useFocusOn<HTMLElement>(declared)
	const facts = [
		[t('withdrawal.name'), declared.name],
		[t('withdrawal.contract'), declared.contract],
		[t('withdrawal.email'), declared.email],
		[t('withdrawal.note'), declared.note],
	].filter(([, value]) => value)
	return (
		<Panel ref={check} tabIndex={-1} autoFocus title={t('withdrawal.check')}>
			<p>{t('withdrawal.declaration')}</p>
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
					{t('withdrawal.change')}
				</Button>
				<Button name="intent" value="confirm">
					{t('withdrawal.confirm')}
				</Button>
			</Form>
		</Panel>
	)
}
