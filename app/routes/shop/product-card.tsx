import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { GroupForm, ruleOf } from '#app/forms/group-form.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { searchPath } from '#app/models/offer/search.ts'
import { ageOf } from '#app/routes/shop/age-words.ts'
import { DeselectForm } from '#app/routes/shop/deselect-form.tsx'
import { OfferAction } from '#app/routes/shop/offer-action.tsx'
import { OfferPrice } from '#app/routes/shop/offer-price.tsx'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import * as styles from '#app/routes/shop/product-card.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'

type ProductCardProps = { offer: OfferView; level: 3 | 4; changeDayPath: string | null }

/** One thing that takes up room: what it is, what it costs on this day, and the one button. */
export function ProductCard({ offer, level, changeDayPath }: ProductCardProps) {
	const { locale } = useShopping()
	const { id, chosen, inCart, lineId } = offer
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
			<Head offer={offer} titleId={titleId} level={level} />
			<div className={styles.body}>
				<Facts offer={offer} />
				<Includes offer={offer} />
				<div className={styles.foot}>
					<OfferPrice offer={offer} />
					{!chosen && inCart > 0 && <InCart count={inCart} />}
					<OfferAction offer={offer} titleId={titleId} changeDayPath={changeDayPath} />
					{!chosen && inCart > 0 && lineId && (
						<DeselectForm id={id} lineId={lineId} titleId={titleId} />
					)}
					{!chosen && (offer.kind === 'package' || offer.ways.length > 0) && (
						<FreeDays id={id} titleId={titleId} />
					)}
				</div>
			</div>
			{isWide && (
				<div className={styles.groups}>
					{chosen.groups.map((group) => (
						<GroupForm key={group.id} group={group} lineId={chosen.id} locale={locale} />
					))}
				</div>
			)}
		</Card>
	)
}

function InCart({ count }: { count: number }) {
	const { t } = useI18n()
	return (
		<p>
			<Badge>{t('shop.card.inCart', { count })}</Badge>
		</p>
	)
}

type HeadProps = { offer: OfferView; titleId: string; level: 3 | 4 }

function Head({ offer, titleId, level }: HeadProps) {
	const { t } = useI18n()
	const Heading = `h${level}` as const
	return (
		<div className={offer.kind === 'package' ? styles.largeHead : styles.head}>
			<Picture src={offer.picture} width={640} height={400} alt="" className={styles.picture} />
			{offer.popular && (
				<Badge variant="popular" className={styles.popular}>
					{t('shop.card.popular')}
				</Badge>
			)}
			<div className={styles.words}>
				<Heading id={titleId} className={styles.title}>
					{offer.name}
				</Heading>
				<p className={styles.summary}>{offer.summary}</p>
			</div>
		</div>
	)
}

/** What belongs to it, and, until it is chosen, what will have to be chosen of it. */
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

/** A card that grows across the page moves its button and its questions: it comes to the top, where both are seen. */
function useInSight(id: string, isWide: boolean) {
	const was = useRef(isWide)
	useEffect(() => {
		if (isWide && !was.current && window.matchMedia(grows).matches)
			document.getElementById(id)?.scrollIntoView({ block: 'start' })
		was.current = isWide
	}, [id, isWide])
}

/** Below this the cards stand in one column and stay where they are. */
const grows = '(width >= 640px)'

function Facts({ offer: { age, perGuest, kind, min, max } }: { offer: OfferView }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const isOutside = search.guests < min || search.guests > max
	const guests =
		max >= 60 ? t('shop.card.guestsFrom', { min }) : t('shop.card.guestsBetween', { min, max })
	if (!age && !perGuest) return null
	return (
		<ul role="list" className={styles.facts}>
			{perGuest && kind !== 'attraction' && (
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

/** The calendar, for this product alone. */
function FreeDays({ id, titleId }: { id: string; titleId: string }) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const path = searchPath({ ...asked, product: id, month: asked.day.slice(0, 7) })
	return (
		<Link to={`${path}#day`} aria-describedby={titleId} className={styles.freeDays}>
			{t('shop.card.freeDays')}
		</Link>
	)
}
