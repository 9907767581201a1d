import { Link, useLocation } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { searchPath } from '#app/models/offer/search.ts'
import * as styles from '#app/routes/shop/intents.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { IntentView } from '#app/routes/shop/view/intent-view.ts'
import { Picture } from '#app/ui/picture.tsx'

/** The fragments by which old addresses name the parts of the page; `#tickets` still exists itself. */
const sections = { play: undefined, party: 'parties', place: 'places', gift: 'gifts' } as const

/** Id of both choices of kind: the focus on a picture that goes is kept at the tabs, not taken to the cart. */
const kinds = 'kinds'

type IntentsProps = { intents: readonly IntentView[] }

/** The choice of kind on the start page, in small pictures. `isToday`: the day shown is today. */
export function Intents({ intents, isToday }: IntentsProps & { isToday: boolean }) {
	const { t, locale } = useI18n()
	const { asked } = useShopping()
	const isDaySaid = new URLSearchParams(useLocation().search).has('day')
	/** The search to keep in the links, once a day was chosen. */
	const said = isDaySaid ? asked : null
	const linkTo = ({ kind, occasion }: IntentView) =>
		searchPath({
			...said,
			kind,
			occasion: said?.occasion ?? occasion,
			month: null,
			product: null,
		})
	return (
		<nav id={kinds} aria-label={t('shop.intents.title')}>
			<ul role="list" className={styles.intents}>
				{intents.map((intent) => {
					const { kind, picture, from, name, isForAll } = intent
					return (
						<li key={kind} id={kind}>
							<Link id={sections[kind]} to={linkTo(intent)} className={styles.intent}>
								<Picture src={picture} width={320} height={200} alt="" className={styles.picture} />
								<span className={styles.words}>
									<b className={styles.name}>
										{t(kind === 'play' && !isToday ? 'shop.tabs.play' : `shop.intents.${kind}`)}
									</b>
									{isForAll && <span className={styles.also}>{t('shop.intents.partyForAll')}</span>}
									{from !== null && (
										<small className={styles.price}>
											{t(name ? 'shop.intents.fromOf' : 'shop.intents.from', {
												name: name && inLocale(name, locale),
												price: euros(from, locale),
											})}
										</small>
									)}
								</span>
							</Link>
						</li>
					)
				})}
			</ul>
		</nav>
	)
}

/** The choice of kind as tabs, once one is chosen: the others stay one tap away, and the day is kept. */
export function IntentTabs({ intents }: IntentsProps) {
	const { t } = useI18n()
	const { search, asked } = useShopping()
	return (
		<nav id={kinds} aria-label={t('shop.intents.title')} className={styles.tabs}>
			<ul role="list" className={styles.tabList}>
				{intents.map(({ kind, booked, occasion }) => (
					<li key={kind}>
						<Link
							to={searchPath({
								...asked,
								...booked,
								kind,
								occasion: asked.occasion ?? occasion,
								month: null,
								product: null,
							})}
							aria-current={kind === search.kind ? 'page' : undefined}
							className={styles.tab}
						>
							{t(`shop.tabs.${kind}`)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
