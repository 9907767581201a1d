import { Link, useLocation } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { searchPath } from '#app/models/offer/search.ts'
import * as styles from '#app/routes/shop/intents.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { IntentView } from '#app/routes/shop/view/intent-view.ts'
import { Picture } from '#app/ui/picture.tsx'

/**
 * The fragments that older addresses name (`/#parties`), by kind; `#tickets` needs none, because the page still has
 * that id.
 */
const sections = { play: undefined, party: 'parties', place: 'places', gift: 'gifts' } as const

/**
 * The id of the choice of kind, both as pictures and as the tabs that take their place, so that the focus moves from a
 * picture to the tabs.
 */
const kinds = 'kinds'

type IntentsProps = { intents: readonly IntentView[] }

/**
 * The choice of what to look for (play, party, room or gift voucher) in small pictures on the start page. `isToday`:
 * the day shown is today.
 */
export function Intents({ intents, isToday }: IntentsProps & { isToday: boolean }) {
	const { t, locale } = useI18n()
	const { asked } = useShopping()
	const isDaySaid = new URLSearchParams(useLocation().search).has('day')
	/** The search that the links keep, once a day was chosen; null before. */
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

/** The choice of what to look for as tabs, once one is chosen: the others stay one tap away, and the day is kept. */
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
