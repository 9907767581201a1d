import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/other-day.css.ts'
import { useSearchLink } from '#app/routes/shop/shopping.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type OtherDayProps = { path: string; cartDay: string; cartDayName: string }

/** Another day may be looked at freely; to book for it, the cart has to let go of its own. */
export function OtherDay({ path, cartDay, cartDayName }: OtherDayProps) {
	const { t } = useI18n()
	const linkTo = useSearchLink('day')
	return (
		<Alert kind="info" title={t('shop.otherDay.text', { day: cartDayName })}>
			<div className={styles.actions}>
				<LinkButton to={path}>{t('shop.otherDay.change')}</LinkButton>
				<Link to={linkTo({ day: cartDay })} preventScrollReset className={styles.back}>
					{t('shop.otherDay.back', { day: cartDayName })}
				</Link>
			</div>
		</Alert>
	)
}
