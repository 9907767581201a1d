import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { ChoiceForm, GroupChoice, ruleOf } from '#app/forms/group-choice.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { searchPath } from '#app/models/offer/search.ts'
import { monthOf } from '#app/models/venue/month.ts'
import { OfferAction } from '#app/routes/shop/numbers/offer-action.tsx'
import * as styles from '#app/routes/shop/numbers/product-card.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { ageOf } from '#app/routes/shop/view/age-words.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { unitWords } from '#app/routes/shop/view/unit-words.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'

type ProductCardProps = { offer: OfferView; changeDayPath: string | null }

/**
 * The card of a group ticket: its contents, its price on the chosen day, its button, and its choices once it is chosen.
 */
export function ProductCard({ offer, changeDayPath }: ProductCardProps) {
	const { t } = useI18n()
	const { id, chosen } = offer
	const titleId = `${id}-title`
	const isWide = chosen !== null && chosen.groups.length > 0
	useInSight(id, isWide)
	return (
		<Card
			id={id}
			chosen={chosen !== null}
			aria-labelledby={titleId}
			className={isWide ? styles.wideCard : styles.card}
		>
			<Head offer={offer} titleId={titleId} />
			<div className={styles.body}>
				<GuestsAndAge offer={offer} />
				<Includes offer={offer} />
				<div className={styles.foot}>
					<OfferPrice offer={offer} />
					<OfferAction offer={offer} titleId={titleId} changeDayPath={changeDayPath} />
					{!chosen && offer.ways.length > 0 && <FreeDays id={id} titleId={titleId} />}
				</div>
			</div>
			{isWide && (
				<ChoiceForm line={chosen} anchor={id} className={styles.groups}>
					{({ pending, field }) => (
						<>
							{chosen.groups.map((group) => (
								<GroupChoice
									key={group.id}
									lineId={chosen.id}
									group={group}
									field={field}
									place="card"
								/>
							))}
							<Button variant="ghost" pending={pending} wide>
								{t('shop.choices.save')}
							</Button>
						</>
					)}
				</ChoiceForm>
			)}
		</Card>
	)
}

function Head({ offer, titleId }: { offer: OfferView; titleId: string }) {
	const { t } = useI18n()
	return (
		<div className={styles.head}>
			<Picture src={offer.picture} width={640} height={400} alt="" className={styles.picture} />
			{offer.popular && (
				<Badge variant="popular" className={styles.popular}>
					{t('shop.card.popular')}
				</Badge>
			)}
			<div className={styles.words}>
				<h3 id={titleId} className={styles.title}>
					{offer.name}
				</h3>
				<p className={styles.summary}>{offer.summary}</p>
			</div>
		</div>
	)
}

/** Shows the contents of a ticket, and the choices that come with it until it is chosen. */
function Includes({ offer: { includes, conditions, chosen } }: { offer: OfferView }) {
	const { t } = useI18n()
	return (
		<>
			{includes.length > 0 && (
				<ul role="list" aria-label={t('shop.card.includes')} className={styles.includes}>
					{includes.map((text) => (
						<li key={text}>{text}</li>
					))}
				</ul>
			)}
			{conditions.length > 0 && !chosen && (
				<div className={styles.conditions}>
					<p>{t('shop.card.conditions')}</p>
					<ul role="list">
						{conditions.map(({ title, ...rule }) => (
							<li key={title}>{t('shop.rules.sentence', { title, rule: ruleOf(t, rule) })}</li>
						))}
					</ul>
				</div>
			)}
		</>
	)
}

/**
 * Scrolls a card to the top of the screen when it grows to the full row, so that its button and choices are in sight.
 */
function useInSight(id: string, isWide: boolean) {
	const was = useRef(isWide)
	useEffect(() => {
		if (isWide && !was.current && window.matchMedia(grows).matches)
			document.getElementById(id)?.scrollIntoView({ block: 'start' })
		was.current = isWide
	}, [id, isWide])
}

/** The media query for pages on which a chosen card grows to the full row; narrower pages have one column. */
const grows = '(width >= 640px)'

function GuestsAndAge({ offer: { age, perGuest, min, max } }: { offer: OfferView }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const isOutside = search.guests < min || search.guests > max
	const guests =
		max >= 60 ? t('shop.card.guestsFrom', { min }) : t('shop.card.guestsBetween', { min, max })
	if (!age && !perGuest) return null
	return (
		<ul role="list" className={styles.facts}>
			{perGuest && (
				<li>
					<Badge variant={isOutside ? 'warning' : 'quiet'}>{guests}</Badge>
				</li>
			)}
			{age && (
				<li>
					<Badge>{ageOf(t, age)}</Badge>
				</li>
			)}
		</ul>
	)
}

/** A link to the calendar with the free days of this product alone. */
function FreeDays({ id, titleId }: { id: string; titleId: string }) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const path = searchPath({ ...asked, product: id, month: monthOf(asked.day) })
	return (
		<Link to={`${path}#day`} aria-describedby={titleId} className={styles.freeDays}>
			{t('shop.card.freeDays')}
		</Link>
	)
}

/** Shows the price of one piece on the chosen day, and the time for which it is offered. */
function OfferPrice({ offer }: { offer: OfferView }) {
	const { t, locale } = useI18n()
	const { price, when } = offer
	if (price === null) return null
	return (
		<div className={styles.priceBlock}>
			<p className={styles.price}>
				{euros(price, locale)} <small>{unitWords(t, offer)}</small>
			</p>
			{when && <p className={styles.when}>{when}</p>}
		</div>
	)
}
