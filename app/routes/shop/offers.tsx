import { useI18n } from '#app/i18n/use-i18n.ts'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import * as styles from '#app/routes/shop/offers.css.ts'
import { ProductCard } from '#app/routes/shop/product-card.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

const sections = [
	{ id: 'tickets', kinds: ['ticket'] },
	{ id: 'parties', kinds: ['package'] },
	{ id: 'places', kinds: ['room', 'attraction'] },
] as const

type OffersProps = { offers: readonly OfferView[]; changeDayPath: string | null }

/** Question 3: what. */
export function Offers({ offers, changeDayPath }: OffersProps) {
	const { t } = useI18n()
	const shown = sections
		.map(({ id, kinds }) => ({
			id,
			offers: offers.filter(({ kind }) => (kinds as readonly string[]).includes(kind)),
		}))
		.filter(({ offers }) => offers.length > 0)
	return (
		<Panel
			id="offers"
			number={3}
			title={t('shop.steps.offers')}
			aria-label={t('shop.steps.offers')}
		>
			{shown.length === 0 && (
				<p>
					<Sentence of={{ key: 'errors.noEntries' }} />
				</p>
			)}
			{shown.length > 1 && (
				<nav aria-label={t('shop.kinds.title')}>
					<ul role="list" className={styles.jumps}>
						{[...shown.map(({ id }) => id), 'gifts' as const].map((id) => (
							<li key={id}>
								<a href={`#${id}`} className={styles.jump}>
									{t(`shop.kinds.${id}`)}
								</a>
							</li>
						))}
					</ul>
				</nav>
			)}
			{shown.map(({ id, offers }) => (
				<section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
					<h3 id={`${id}-title`} className={styles.title}>
						{t(`shop.kinds.${id}`)}
					</h3>
					<ul role="list" className={styles.cards}>
						{offers.map((offer) => (
							<li
								key={offer.id}
								className={
									offer.chosen && offer.chosen.groups.length > 0 ? styles.wideItem : styles.item
								}
							>
								<ProductCard offer={offer} changeDayPath={changeDayPath} />
							</li>
						))}
					</ul>
				</section>
			))}
		</Panel>
	)
}
