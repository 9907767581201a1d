import { useI18n } from '#app/i18n/use-i18n.ts'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import * as styles from '#app/routes/shop/offers.css.ts'
import { ProductCard } from '#app/routes/shop/product-card.tsx'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type OffersProps = { offers: readonly OfferView[]; changeDayPath: string | null }

/** Question 3: what. */
export function Offers({ offers, changeDayPath }: OffersProps) {
	const { t } = useI18n()
	const { search } = useShopping()
	const title = t(`shop.steps.offers.${search.kind}`)
	const sections = (['room', 'attraction'] as const)
		.map((id) => ({ id, offers: offers.filter(({ kind }) => kind === id) }))
		.filter(({ offers }) => offers.length > 0)
	return (
		<Panel id="offers" number={3} title={title} aria-label={title}>
			{offers.length === 0 && (
				<p>
					<Sentence of={{ key: 'errors.noEntries' }} />
				</p>
			)}
			{sections.length === 0 && <Cards offers={offers} level={3} changeDayPath={changeDayPath} />}
			{sections.map(({ id, offers }) => (
				<section key={id} aria-labelledby={`${id}-title`} className={styles.section}>
					<h3 id={`${id}-title`} className={styles.title}>
						{t(`shop.sections.${id}`)}
					</h3>
					<Cards offers={offers} level={4} changeDayPath={changeDayPath} />
				</section>
			))}
		</Panel>
	)
}

/** `level`: of their headings. */
function Cards({ offers, level, changeDayPath }: OffersProps & { level: 3 | 4 }) {
	return (
		<ul role="list" className={styles.cards}>
			{offers.map((offer) => (
				<li
					key={offer.id}
					className={offer.chosen && offer.chosen.groups.length > 0 ? styles.wideItem : styles.item}
				>
					<ProductCard offer={offer} level={level} changeDayPath={changeDayPath} />
				</li>
			))}
		</ul>
	)
}
