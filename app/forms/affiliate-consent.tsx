import { useLocation } from 'react-router'

import * as styles from '#app/forms/affiliate-consent.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { AFFILIATE } from '#app/models/visitor/affiliate.ts'
import { Button } from '#app/ui/button.tsx'

/**
 * The banner that asks for consent to a partner's cookie, on the page to which the partner's link led. Either answer
 * leads back to this page, at an address without the partner.
 */
export function AffiliateConsent({ value }: { value: string }) {
	const { t } = useI18n()
	const { pathname, search } = useLocation()
	const rest = new URLSearchParams(search)
	rest.delete(AFFILIATE.name)
	const returnTo = rest.size > 0 ? `${pathname}?${rest}` : pathname
	return (
		<form method="post" action="/affiliate" className={styles.banner} aria-labelledby="affiliate">
			<input type="hidden" name={AFFILIATE.name} value={value} />
			<input type="hidden" name="returnTo" value={returnTo} />
			<p id="affiliate" className={styles.words}>
				{t('affiliate.question')}
			</p>
			<p className={styles.answers}>
				<Button name="answer" value="allow" variant="ghost">
					{t('affiliate.allow')}
				</Button>
				<Button name="answer" value="refuse" variant="ghost">
					{t('affiliate.refuse')}
				</Button>
			</p>
		</form>
	)
}
