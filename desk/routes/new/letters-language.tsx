import type { Locale } from '#app/i18n/i18n.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as fields from '#desk/ui/form.css.ts'

/** The field for the language of a booking's letters and papers, which may differ from that of the desk. */
export function LettersLanguage({ chosen }: { chosen: Locale }) {
	const { t } = useDeskI18n()
	return (
		<div className={fields.field}>
			<label htmlFor="letters" className={fields.label}>
				{t('phone.letters')}
			</label>
			<select id="letters" name="letters" defaultValue={chosen} className={fields.control}>
				<option value="de-DE">{t('phone.german')}</option>
				<option value="en-EN">{t('phone.english')}</option>
			</select>
		</div>
	)
}
