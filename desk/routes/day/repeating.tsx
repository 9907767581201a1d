import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { FieldError, refusedField } from '#desk/ui/field-error.tsx'
import * as form from '#desk/ui/form.css.ts'

type RepeatingProps = {
	day: string
	weekday: string
	/** Returns the value that was typed into a field of a refused form. */
	text: (name: string) => string | undefined
	/** The reason for which the last day was refused. */
	error: string | undefined
}

/** The fields that repeat a block every week or every day, and for the last of its days. */
export function Repeating({ day, weekday, text, error }: RepeatingProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<label className={form.field}>
				<span className={form.label}>{t('block.repeat')}</span>
				<select name="repeat" className={form.control} defaultValue={text('repeat') ?? 'once'}>
					<option value="once">{t('block.once')}</option>
					<option value="week">{t('block.weekly', { weekday })}</option>
					<option value="day">{t('block.daily')}</option>
				</select>
			</label>
			<div className={form.field}>
				<label htmlFor="last" className={form.label}>
					{t('block.last')} <small className={form.hint}>{t('block.lastHint')}</small>
				</label>
				<input
					type="date"
					id="last"
					name="last"
					min={day}
					className={form.control}
					defaultValue={text('last')}
					{...refusedField('last', error)}
				/>
				<FieldError id="last" error={error} />
			</div>
		</>
	)
}
