import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { QuantityField } from '#app/forms/quantity-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { cents, euros } from '#app/models/money.ts'
import { searchPath } from '#app/models/offer/search.ts'
import type { OfferView } from '#app/routes/shop/shop-view.ts'
import { CartForm } from '#app/routes/shop/cart-form.tsx'
import { GroupForm, ruleOf } from '#app/routes/shop/group-form.tsx'
import * as styles from '#app/routes/shop/product-card.css.ts'
import { useSearchLink, useShopping } from '#app/routes/shop/shopping.ts'
import { WaysOut } from '#app/routes/shop/ways-out.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Chip, Chips } from '#app/ui/chip.tsx'
import { Card } from '#app/ui/panel.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

type ProductCardProps = { offer: OfferView; changeDayPath: string | null }

/** One thing that takes up room: what it is, what it costs on this day, and the one button. */
export function ProductCard({ offer, changeDayPath }: ProductCardProps) {
	const { t } = useI18n()
	const { id, name, summary, popular, chosen, includes, kind } = offer
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
			<div className={kind === 'package' ? styles.largeHead : styles.head}>
				<Picture src={offer.picture} width={640} height={400} alt="" className={styles.picture} />
				{popular && (
					<Badge variant="popular" className={styles.popular}>
						{t('shop.card.popular')}
					</Badge>
				)}
				<div className={styles.words}>
					<h4 id={titleId} className={styles.title}>
						{name}
					</h4>
					<p className={styles.summary}>{summary}</p>
				</div>
			</div>
			<div className={styles.body}>
				<Facts offer={offer} />
				{includes.length > 0 && (
					<ul role="list" aria-label={t('shop.card.includes')} className={styles.includes}>
						{includes.map((text) => (
							<li key={text}>{text}</li>
						))}
					</ul>
				)}
				{offer.conditions.length > 0 && !chosen && (
					<div className={styles.conditions}>
						<p>{t('shop.card.conditions')}</p>
						<ul role="list">
							{offer.conditions.map(({ title, ...rule }) => (
								<li key={title}>{t('shop.rules.sentence', { title, rule: ruleOf(t, rule) })}</li>
							))}
						</ul>
					</div>
				)}
				<div className={styles.foot}>
					<Price offer={offer} />
					<Action offer={offer} titleId={titleId} changeDayPath={changeDayPath} />
					{!chosen && (kind === 'package' || offer.ways.length > 0) && (
						<FreeDays id={id} titleId={titleId} />
					)}
				</div>
			</div>
			{isWide && offer.lineId && (
				<div className={styles.groups}>
					{chosen.groups.map((group) => (
						<GroupForm key={group.id} group={group} lineId={offer.lineId ?? ''} anchor={id} />
					))}
				</div>
			)}
		</Card>
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

function ageOf(t: TFunction, { min, max }: { min: number | null; max: number | null }): string {
	if (min !== null && max !== null) return t('shop.card.ageBetween', { min, max })
	return min === null ? t('shop.card.ageTo', { max: max ?? 0 }) : t('shop.card.ageFrom', { min })
}

function Price({ offer }: { offer: OfferView }) {
	const { t } = useI18n()
	const { locale, search } = useShopping()
	const { price, kind, perGuest, when } = offer
	if (price === null) return null
	const guests = guestsFor(offer, search.guests)
	const isOther = kind === 'package' && guests !== search.guests
	return (
		<div className={styles.priceBlock}>
			<p className={styles.price}>
				{euros(price, locale)}{' '}
				<small>
					{t(unitOf(kind, perGuest))}, {t('shop.card.vatIncluded')}
				</small>
			</p>
			{kind === 'package' && (
				<p className={styles.note}>
					{t('shop.card.forGuests', {
						count: guests,
						amount: euros(cents(price * guests), locale),
					})}
				</p>
			)}
			{isOther && !offer.chosen && (
				<p className={styles.sentence}>
					{guests < search.guests
						? t('shop.card.tooSmall', { count: search.guests, max: guests })
						: t('shop.card.tooLarge', { count: guests })}
				</p>
			)}
			{when && <p className={styles.when}>{when}</p>}
		</div>
	)
}

function unitOf(kind: OfferView['kind'], perGuest: boolean) {
	if (kind === 'ticket') return 'shop.card.perPerson'
	if (kind === 'package') return 'shop.card.perGuest'
	if (kind === 'room') return 'shop.card.perRoom'
	return perGuest ? 'shop.card.perPerson' : 'shop.card.perGroup'
}

/** The group as far as the product takes it. */
function guestsFor({ min, max }: OfferView, guests: number): number {
	return Math.min(Math.max(guests, min), max)
}

type ActionProps = { offer: OfferView; titleId: string; changeDayPath: string | null }

/** What can be done with it: choose, deselect, or what has to happen before. */
function Action({ offer, titleId, changeDayPath }: ActionProps) {
	const { t } = useI18n()
	const { chosen, state, blockedBy, ways, durations, id } = offer
	if (changeDayPath && !chosen) {
		return (
			<LinkButton variant="ghost" to={changeDayPath} aria-describedby={titleId}>
				{t('shop.otherDay.change')}
			</LinkButton>
		)
	}
	if (chosen || (state === 'available' && !blockedBy))
		return <ChooseForm offer={offer} titleId={titleId} />
	if (blockedBy) {
		return (
			<p className={styles.sentence}>
				<Sentence of={{ key: 'errors.deselectOther' }} />:{' '}
				<a href={`#${blockedBy.id}`}>{blockedBy.name}</a>
			</p>
		)
	}
	if (state === 'needsTime') {
		return (
			<a href="#time" aria-describedby={titleId} className={styles.chooseTime}>
				{t('shop.card.chooseTime')}
			</a>
		)
	}
	if (state === 'otherDuration') return <Durations durations={durations} anchor={id} />
	return (
		<WaysOut
			ways={ways}
			anchor={id}
			showDay={state === 'soldOut'}
			label={t(`shop.card.${state === 'soldOut' ? 'soldOut' : 'otherTime'}`)}
		/>
	)
}

/** The calendar, for this product alone. */
function FreeDays({ id, titleId }: { id: string; titleId: string }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const path = searchPath({ ...search, product: id, month: search.day.slice(0, 7) })
	return (
		<Link to={`${path}#day`} aria-describedby={titleId} className={styles.freeDays}>
			{t('shop.card.freeDays')}
		</Link>
	)
}

function Durations({ durations, anchor }: { durations: OfferView['durations']; anchor: string }) {
	const { t } = useI18n()
	const linkTo = useSearchLink(anchor)
	return (
		<div className={styles.durations}>
			<p className={styles.sentence}>{t('shop.card.otherDuration')}</p>
			<Chips label={t('shop.time.durations')}>
				{durations.map(({ value, label }) => (
					<li key={value}>
						<Chip to={linkTo({ duration: value })}>{label}</Chip>
					</li>
				))}
			</Chips>
		</div>
	)
}

/** One form whose button chooses or deselects, so that the focus stays where it is. */
function ChooseForm({ offer, titleId }: { offer: OfferView; titleId: string }) {
	const { t } = useI18n()
	const { search } = useShopping()
	const { id, kind, chosen, lineId, perGuest, min, max, inCart, left } = offer
	const isTicket = kind === 'ticket' && !perGuest
	const quantity = perGuest ? guestsFor(offer, search.guests) : min
	const most = Math.max(Math.min(max, left), min)
	return (
		<CartForm id={`choose-${id}`} anchor={id} fields={['quantity']} className={styles.choose}>
			{({ pending, field }) => (
				<>
					{chosen ? (
						<>
							<input type="hidden" name="line" value={lineId ?? ''} />
							<p className={styles.chosen}>
								<Sign name="check" className={styles.check} />
								<span>
									<strong>{t('shop.card.chosen')}</strong>{' '}
									{perGuest && t('shop.card.forChosen', { count: chosen.quantity })}
									<span className={styles.chosenDetail}>{chosen.detail}</span>
								</span>
							</p>
						</>
					) : (
						<>
							<input type="hidden" name="product" value={id} />
							<input type="hidden" name="day" value={search.day} />
							<input type="hidden" name="time" value={search.time ?? ''} />
							<input type="hidden" name="duration" value={search.duration} />
							{inCart > 0 && <Badge>{t('shop.card.inCart', { count: inCart })}</Badge>}
							{left < max && isTicket && (
								<p className={styles.few}>{t('shop.card.left', { count: left })}</p>
							)}
							{max > 1 ? (
								<QuantityField
									key={`${quantity} ${inCart}`}
									field={field('quantity', quantity)}
									label={
										perGuest ? t('shop.card.guests') : t('cart.quantityOf', { product: offer.name })
									}
									min={min}
									max={perGuest && kind === 'package' ? max : most}
									hideLabel={isTicket}
								/>
							) : (
								<input type="hidden" name="quantity" value={1} />
							)}
						</>
					)}
					<Button
						name="intent"
						value={chosen ? 'remove' : 'add'}
						variant={chosen ? 'ghost' : 'primary'}
						pending={pending}
						aria-describedby={titleId}
						className={styles.button}
					>
						{chosen ? t('shop.card.deselect') : t(isTicket ? 'shop.card.add' : 'shop.card.choose')}
					</Button>
				</>
			)}
		</CartForm>
	)
}
