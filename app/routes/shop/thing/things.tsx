import { useState } from 'react'
import { Link } from 'react-router'

import { softHyphened } from '#app/i18n/line-breaks.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { DeselectForm } from '#app/routes/shop/numbers/deselect-form.tsx'
import { useProductLink, useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import { InsteadOf } from '#app/routes/shop/thing/instead-of.tsx'
import * as styles from '#app/routes/shop/thing/things.css.ts'
import { ageOf } from '#app/routes/shop/view/age-words.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { unitWords } from '#app/routes/shop/view/unit-words.ts'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/**
 * The panel of question 1: the parties, or the rooms. One that is too small for the guests says so, and goes last when
 * the page loads; nothing moves while the page is used (faults N44).
 */
export function Things({ offers }: { offers: readonly OfferView[] }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const title = t(`shop.steps.offers.${search.kind}`)
	const [last] = useState(
		() => new Set(offers.filter((offer) => isTooSmall(offer, search.guests)).map(({ id }) => id)),
	)
	const sorted = offers.toSorted(
		(one, other) => Number(last.has(one.id)) - Number(last.has(other.id)),
	)
	return (
		<Panel id="things" number={1} title={title} aria-label={title}>
			{offers.length === 0 && (
				<p>
					<Sentence of={{ key: 'errors.noEntries' }} />
				</p>
			)}
			<ul role="list" className={styles.things}>
				{sorted.map((offer) => (
					<li key={offer.id}>
						<Thing offer={offer} />
					</li>
				))}
			</ul>
		</Panel>
	)
}

function isTooSmall({ room }: OfferView, guests: number): boolean {
	return room !== null && guests > room
}

/** The card of a party or a room. The chosen card keeps its size and place: only its edge, ground and tick change. */
function Thing({ offer }: { offer: OfferView }) {
	const { t } = useI18n()
	const { search, asked } = useShopping()
	const linkTo = useSearchLink('when')
	const { id, name, picture, chosen, perGuest, min } = offer
	const isChosen = id === search.product
	return (
		<article
			id={id}
			aria-labelledby={`${id}-title`}
			className={isChosen ? styles.chosenThing : styles.thing}
		>
			<Picture src={picture} width={320} height={200} alt="" className={styles.picture} />
			<div className={styles.words}>
				<h3 className={styles.name}>
					<Link
						id={`${id}-title`}
						to={linkTo({
							product: id,
							guests: perGuest ? Math.max(min, asked.guests) : asked.guests,
						})}
						preventScrollReset
						aria-current={isChosen || undefined}
						className={styles.link}
					>
						{name}
					</Link>
				</h3>
				<GuestsAndPrice offer={offer} />
				<Fit offer={offer} />
				{chosen && (
					<div className={styles.chosen}>
						<span>{t('shop.card.chosen')}</span>
						<DeselectForm id={id} lineId={chosen.id} titleId={`${id}-title`} />
					</div>
				)}
			</div>
			<span className={styles.tick}>{isChosen && <Sign name="check" />}</span>
		</article>
	)
}

function GuestsAndPrice({ offer }: { offer: OfferView }) {
	const { t, locale } = useI18n()
	const { age, perGuest, min, max, price, room, summary, includes } = offer
	const guests = perGuest
		? t('shop.card.guestsBetween', { min, max })
		: room !== null && t('shop.things.room', { count: room })
	return (
		<>
			<Listed facts={[guests, age && ageOf(t, age)]} otherwise={summary} />
			{includes.length > 0 && (
				<p className={styles.inside}>
					<span className={visuallyHidden}>{t('shop.card.includes')}: </span>
					<KeptTogether text={includes.join('\u00a0· ')} />
				</p>
			)}
			{price !== null && (
				<p className={styles.price}>
					{euros(price, locale)} <small>{unitWords(t, offer)}</small>
				</p>
			)}
		</>
	)
}

type ListedProps = { facts: (string | false | null)[]; otherwise: string }

/** Shows the known facts side by side, 'bis 6 Gäste · ab 10 Jahren', or without any the summary. */
function Listed({ facts, otherwise }: ListedProps) {
	const known = facts.filter((fact) => typeof fact === 'string')
	if (known.length === 0) return <p className={styles.note}>{otherwise}</p>
	return (
		<p className={styles.note}>
			<FactLine>
				{known.map((fact) => (
					<Fact key={fact}>{softHyphened(fact.replaceAll(' ', '\u00a0'))}</Fact>
				))}
			</FactLine>
		</p>
	)
}

/** Says why this party or room may not fit: another one is in the cart, or there are too many guests. */
function Fit({ offer }: { offer: OfferView }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const productLink = useProductLink()
	const { room, blockedBy, chosen } = offer
	if (blockedBy && !chosen) {
		return (
			<>
				<p className={styles.sentence}>
					<Sentence of={{ key: 'errors.deselectOther' }} />:{' '}
					<Link to={productLink(blockedBy)} className={styles.way}>
						{blockedBy.name}
					</Link>
				</p>
				{offer.instead && <InsteadOf offer={offer} instead={offer.instead} />}
			</>
		)
	}
	if (!isTooSmall(offer, search.guests)) return null
	return (
		<p className={styles.sentence}>
			{t('shop.card.tooSmall', { count: search.guests, max: room })}
		</p>
	)
}
