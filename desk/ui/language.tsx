import { useLocation } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { link } from '#desk/ui/button.css.ts'

/** The button that loads this page in the other language. */
export function LanguageSwitch() {
	const { t, locale } = useDeskI18n()
	const { pathname, search } = useLocation()
	const other = locale === 'de-DE' ? 'en-EN' : 'de-DE'
	return (
		<form method="post" action="/language">
			<input type="hidden" name="returnTo" value={pathname + search} />
			<button name="locale" value={other} lang={other.slice(0, 2)} className={link}>
				{t('frame.otherLanguage')}
			</button>
		</form>
	)
}
