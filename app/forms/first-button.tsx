import { useI18n } from '#app/i18n/use-i18n.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

/** The button that Enter presses, which is the first of a form: with steppers in the form, it must not be a minus. */
export function FirstButton() {
	const { t } = useI18n()
	return (
		<button type="submit" tabIndex={-1} aria-hidden="true" className={visuallyHidden}>
			{t('shop.group.save')}
		</button>
	)
}
