import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/shop/day/durations.css.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { DurationView } from '#app/routes/shop/view/duration-view.ts'

/** Shows the durations of a visit to choose from, as links with prices. */
export function Durations({ lengths }: { lengths: readonly DurationView[] }) {
	const { t, locale } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('time')
	return (
		<ul role="list" aria-label={t('shop.time.durations')} className={styles.lengths}>
			{lengths.map(({ value, label, price }) => (
				<li key={value}>
					<Link
						to={linkTo({ duration: value })}
						preventScrollReset
						aria-current={value === search.duration || undefined}
						className={styles.length}
					>
						{label}
						{price !== null && <small>{euros(price, locale)}</small>}
					</Link>
				</li>
			))}
		</ul>
	)
}
