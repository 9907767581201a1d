import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { ChangeView } from '#desk/routes/booking/change-view.server.ts'
import { COMPARED } from '#desk/routes/booking/compared.tsx'
import type { NumberField } from '#desk/routes/booking/numbers.server.ts'
import type { TextsView } from '#desk/routes/booking/texts.server.ts'
import { link } from '#desk/ui/button.css.ts'
import * as forms from '#desk/ui/form.css.ts'
import * as panels from '#desk/ui/panel.css.ts'
import { Stepper } from '#desk/ui/stepper.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import * as words from '#desk/ui/words.css.ts'

type FieldsProps = Pick<ChangeView, 'fields' | 'texts'> & {
	/** True when the table of before and after is on the page, below the fields. */
	isCompared: boolean
}

/** The fields of the form that changes a booking: its numbers, and its texts folded below them. */
export function ChangeFields({ fields, texts, isCompared }: FieldsProps) {
	const { t } = useDeskI18n()
	return (
		<>
			{fields.shown.map(({ field, value }) => (
				<input key={field} type="hidden" name={field} value={value} />
			))}
			<Numbers heading={t('booking.changeForm.guests')} fields={fields.guests} />
			{isCompared && <ToCompared />}
			<Numbers heading={t('booking.changeForm.choices')} fields={fields.choices} />
			<Numbers heading={t('booking.changeForm.extras')} fields={fields.extras} />
			{fields.further.length > 0 && <Further fields={fields.further} />}
			{texts.fields.length > 0 && <Texts texts={texts} />}
		</>
	)
}

/** A link from the numbers of guests past all other fields to the table of before and after. */
function ToCompared() {
	const { t } = useDeskI18n()
	return (
		<p>
			<a href={`#${COMPARED}`} className={link}>
				{t('booking.changeForm.toCompared')}
			</a>
		</p>
	)
}

function Numbers({ heading, fields }: { heading: string; fields: NumberField[] }) {
	if (fields.length === 0) return null
	return (
		<fieldset>
			<legend>{heading}</legend>
			<Steppers fields={fields} />
		</fieldset>
	)
}

/** The extras that the booking does not have, folded; unfolded when one is taken, so that no taken extra is hidden. */
function Further({ fields }: { fields: NumberField[] }) {
	const { t } = useDeskI18n()
	const taken = fields.filter(({ value }) => value > 0).map(({ name }) => name)
	return (
		<details className={panels.fold} open={taken.length > 0}>
			<summary>
				{t('booking.changeForm.further')} <small>{taken.join(', ')}</small>
			</summary>
			<Steppers fields={fields} />
		</details>
	)
}

function Steppers({ fields }: { fields: NumberField[] }) {
	const { t } = useDeskI18n()
	return (
		<div className={forms.wideFields}>
			{fields.map(({ field, name, value, was }) => (
				<Stepper
					key={field}
					name={field}
					label={name}
					value={value}
					note={
						value !== was && (
							<small className={words.warning}>{t('booking.changeForm.was', { count: was })}</small>
						)
					}
					fewer={t('booking.changeForm.fewer', { name })}
					more={t('booking.changeForm.more', { name })}
				/>
			))}
		</div>
	)
}

/**
 * The texts of the party and the answers, folded; unfolded when one differs or is refused, so that neither is hidden.
 */
function Texts({ texts: { types, type, fields, isOpen } }: { texts: TextsView }) {
	const { t } = useDeskI18n()
	const told = fields.flatMap(({ value }) => (value === '' ? [] : [value]))
	return (
		<details className={panels.fold} open={isOpen}>
			<summary>
				{t('booking.changeForm.texts')} <small>{told.join(', ')}</small>
			</summary>
			<div className={forms.wideFields}>
				{types.length > 1 && (
					<div className={forms.field}>
						<label htmlFor="party-type" className={forms.label}>
							{t('booking.changeForm.occasion')}
						</label>
						<select
							id="party-type"
							name="party.type"
							defaultValue={type ?? undefined}
							className={forms.control}
						>
							{types.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</select>
					</div>
				)}
				{fields.map(({ field, label, value, max }) => (
					<TextField key={field} name={field} label={label} value={value} max={max} />
				))}
			</div>
		</details>
	)
}
