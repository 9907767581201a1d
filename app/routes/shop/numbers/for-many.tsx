import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { ProductCard } from '#app/routes/shop/numbers/product-card.tsx'
import * as styles from '#app/routes/shop/numbers/tickets.css.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'

type ForManyProps = { offers: readonly OfferView[]; changeDayPath: string | null }

/**
 * The group tickets, such as those for school classes, which come with choices: each is a link until the search has as
 * many guests as it needs, then a card.
 */
export function ForMany({ offers, changeDayPath }: ForManyProps) {
	const { t, locale } = useI18n()
	const { search } = useShopping()
	const linkTo = useSearchLink('tickets')
	const groups = offers.filter(({ conditions }) => conditions.length > 0)
	return (
		<div className={styles.forMany}>
			{groups.map((offer) =>
				offer.chosen || offer.min <= search.guests ? (
					<ProductCard key={offer.id} offer={offer} changeDayPath={changeDayPath} />
				) : (
					offer.price !== null && (
						<p key={offer.id}>
							<Link to={linkTo({ guests: offer.min })} preventScrollReset className={styles.many}>
								{t('shop.tickets.many', {
									min: offer.min,
									name: offer.name,
									price: euros(offer.price, locale),
								})}
							</Link>
						</p>
					)
				),
			)}
		</div>
	)
}
