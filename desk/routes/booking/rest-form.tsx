import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { ActForm } from '#desk/routes/booking/act-form.tsx'
import type { RestState } from '#desk/routes/booking/rest.server.ts'
import { Button } from '#desk/ui/button.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import * as facts from '#desk/ui/facts.css.ts'
import * as forms from '#desk/ui/form.css.ts'
import { Stepper } from '#desk/ui/stepper.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import * as words from '#desk/ui/words.css.ts'

type FormProps = { form: RestState['view']; at: Complaints['at'] }

/**
 * The form of the rest: the guests who came, the amounts in cash, by card and by voucher, and the number of the till's
 * receipt.
 */
export function RestForm({ form, at }: FormProps) {
	const { t } = useDeskI18n()
	const { sums } = form
	return (
		<ActForm>
			<button name="intent" value="apply" tabIndex={-1} className={words.unseen}>
				{t('booking.restForm.apply')}
			</button>
			<input type="hidden" name="revision" value={form.revision} />
			<input type="hidden" name="left" value={form.left} />
			<input type="hidden" name="shown" value={form.shown} />
			<p className={words.note.plain}>
				<b>{t('booking.restForm.first')}</b> {t('booking.restForm.noTill')}
			</p>
			<RestFields form={form} at={at} />
			<dl className={facts.sums} aria-live="polite">
				{sums.map(({ label, amount, isRest }) => (
					<div key={label} className={isRest ? facts.rest : undefined}>
						<dt>{label}</dt>
						<dd>{amount}</dd>
					</div>
				))}
			</dl>
			{form.hints.map((hint) => (
				<p key={hint} className={words.note.act}>
					{hint}
				</p>
			))}
			<p className={words.soft}>{form.invoice}</p>
			<Button full name="intent" value="note">
				{form.submit}
			</Button>
		</ActForm>
	)
}

function RestFields({ form: { counts, values }, at }: FormProps) {
	const { t } = useDeskI18n()
	return (
		<div className={forms.fields}>
			{counts.map(({ name, what, booked, came }) => (
				<Stepper
					key={name}
					name={name}
					label={t(what ? 'booking.restForm.cameWhat' : 'booking.restForm.came', {
						what: what ?? '',
					})}
					note={<small>{t('booking.restForm.cameOf', { count: booked })}</small>}
					value={came}
					error={at[name]}
					fewer={t(what ? 'booking.restForm.fewerWhat' : 'booking.restForm.fewer', {
						what: what ?? '',
					})}
					more={t(what ? 'booking.restForm.moreWhat' : 'booking.restForm.more', {
						what: what ?? '',
					})}
				/>
			))}
			<TextField
				name="cash"
				label={t('booking.restForm.cash')}
				value={values.cash}
				error={at['cash']}
				inputMode="decimal"
			/>
			<TextField
				name="card"
				label={t('booking.restForm.card')}
				value={values.card}
				error={at['card']}
				inputMode="decimal"
			/>
			<TextField
				name="receipt"
				label={t('booking.restForm.receipt')}
				value={values.receipt}
				error={at['receipt']}
				max={40}
			/>
			<TextField
				name="voucher"
				label={t('booking.restForm.voucher')}
				value={values.voucher}
				error={at['voucher']}
				inputMode="decimal"
			/>
			<TextField
				name="code"
				label={t('booking.restForm.code')}
				value={values.code}
				max={40}
				error={at['code']}
			/>
		</div>
	)
}
