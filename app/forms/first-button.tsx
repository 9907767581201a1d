import { useI18n } from '#app/i18n/use-i18n.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

/** The first button of a form is the one that Enter presses: with steppers in it, it must not be a minus. */
export function FirstButton() {
	const { t } = useI18n()
	return (
		<button type="submit" tabIndex={-1} aria-hidden="true" className={visuallyHidden}>
			{t('shop.group.save')}
		</button>
	)
}
