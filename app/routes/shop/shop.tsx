import { useMemo, useState, type MouseEvent } from 'react'

import { CartChanges } from '#app/forms/cart-changes.tsx'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { occasionMiddleware } from '#app/middleware/late-occasion.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { bookedIn } from '#app/middleware/session.server.ts'
import { cartOf, newCartOf } from '#app/middleware/visit.server.ts'
import { listLoadsAround } from '#app/models/capacity/loads-around.server.ts'
import { slotProblem } from '#app/models/offer/mark.ts'
import { readSearch } from '#app/models/offer/read-search.ts'
import type { Search } from '#app/models/offer/search.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { parseDay } from '#app/models/venue/slot.ts'
import { noteShownDays } from '#app/pages/kept-answers.server.ts'
import { CartBar, CartPanel } from '#app/routes/shop/cart-panel.tsx'
import { Coming, useNextInSight, useNextStep } from '#app/routes/shop/coming.tsx'
import { DayPicker, DayQuestions, Shortcuts } from '#app/routes/shop/day/day-picker.tsx'
import { DayOfCart, OtherDay, useDayChange } from '#app/routes/shop/day/other-day.tsx'
import { SlotPicker } from '#app/routes/shop/day/slot-picker.tsx'
import { Hero } from '#app/routes/shop/hero.tsx'
import { Intents, IntentTabs } from '#app/routes/shop/intents.tsx'
import { Gifts } from '#app/routes/shop/numbers/gifts.tsx'
import { Tickets } from '#app/routes/shop/numbers/tickets.tsx'
import { Occasions } from '#app/routes/shop/occasions.tsx'
import {
	followedQuery,
	ShoppingContext,
	useAsked,
	useNextQuestion,
	useShopping,
} from '#app/routes/shop/shopping.ts'
import { Choices } from '#app/routes/shop/thing/choices.tsx'
import { Things } from '#app/routes/shop/thing/things.tsx'
import { ThingTimes, When } from '#app/routes/shop/thing/when.tsx'
import { canMove } from '#app/routes/shop/view/can-move.ts'
import { sentView, shownView, type SentView } from '#app/routes/shop/view/sent-page.ts'
import { daysToRead, shopView, type ShopView } from '#app/routes/shop/view/shop-view.ts'
import { startingPoint } from '#app/routes/shop/view/starting-point.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Booked } from '#app/ui/order/booked.tsx'
import { pack, unpack } from '#app/ui/packed.ts'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/shop'

export const middleware = [occasionMiddleware]

export async function loader({ url, context }: Route.LoaderArgs) {
	const venue = currentVenue()
	const now = currentTime()
	const saved = await cartOf(context)
	const point = startingPoint(venue, url.searchParams, saved, now)
	const read = readSearch(venue, point, now)
	const days = daysToRead(read, now)
	const isEmpty = !saved || saved.lines.length === 0
	const [{ byDay, daysVersion }, booked] = await Promise.all([
		listLoadsAround(venue, days),
		isEmpty ? bookedIn(context) : null,
	])
	noteShownDays(context, daysVersion)
	const input = { venue, now, locale: localeOf(context), saved, last: days.last, byDay }
	const asked = parseDay(point.get('day'))
	const view = shopView(input, read)
	const page = {
		...sentView(view),
		otherDay: read.problem && asked && asked !== read.day ? asked : null,
		/** True until the visitor has chosen what to look for. */
		isStart: !url.searchParams.has('kind') && read.kind === 'play',
		guests: { typed: point.get('guests'), problem: read.guestsProblem },
		newCart: await newCartOf(context),
		/** The public id of the order just booked in this session, shown where the cart is empty; null without one. */
		booked,
	}
	const said = { page: pack(page) }
	ownPages.set(said, { ...page, ...view })
	return said
}

/** Caches unpacked pages by the data of the loader that packed them: rendering on the server unpacks nothing. */
const ownPages = new WeakMap<object, ShopPage>()

const ownPage = import.meta.env.SSR ? (said: object) => ownPages.get(said) : () => null

type ShopPage = ShopView &
	Omit<NonNullable<Route.ComponentProps['loaderData']['page']['holds']>, keyof SentView>

export default function Shop({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	// Each answer of the loader makes a new page state, even with equal data.
	const page = useMemo(
		() => ownPage(loaderData) ?? shownView(unpack(loaderData.page)),
		// oxlint-disable-next-line react/exhaustive-deps
		[loaderData],
	)
	const { search, cart, claim, isStart, stillInCart, phone } = page
	const { asked, askForGuests, askForTickets, askFor, path } = useAsked(search)
	const shopping = useMemo(
		() => ({ search, asked, stillInCart, phone, askForGuests, askForTickets, askFor }),
		[search, asked, stillInCart, phone, askForGuests, askForTickets, askFor],
	)
	const goOn = useNextQuestion(search)
	function follow(event: MouseEvent) {
		goOn(event)
		const query = followedQuery(event)
		if (query !== null) askFor(query)
	}

	return (
		<ShoppingContext value={shopping}>
			<CartChanges cart={cart} returnTo={path} focus="cart" newCart={page.newCart}>
				<title>
					{t('shop.title', {
						claim: isStart ? claim : t(headingOf(search)),
						venue: page.venue,
					})}
				</title>
				<div className={pages.page} onClick={follow}>
					{page.booked && <Booked publicId={page.booked} />}
					<Beginning {...page} />
					{/* A new element for each kind: browsers do not count replacing it as a layout shift. */}
					<div key={isStart ? 'start' : search.kind} className={pages.withAside}>
						<Questions {...page} />
						<CartPanel cart={cart} booked={page.booked} />
					</div>
				</div>
				{cart && <CartBar cart={cart} />}
			</CartChanges>
		</ShoppingContext>
	)
}

/** The top of the page: claim and pictures until the visitor has chosen what to look for, then tabs and a heading. */
function Beginning(page: ShopPage) {
	const { t } = useI18n()
	const { isStart, intents, search } = page
	if (isStart) {
		return (
			<>
				<Hero claim={page.claim} intro={page.intro} />
				<Intents intents={intents} isToday={search.day === page.bounds.first} />
				<p>
					<Badge>{page.announcement}</Badge>
				</p>
			</>
		)
	}
	return (
		<>
			<IntentTabs intents={intents} />
			<h1>{t(headingOf(search))}</h1>
			{page.occasions.length > 1 && <Occasions occasions={page.occasions} />}
		</>
	)
}

function headingOf({ kind, occasion }: Search) {
	return kind === 'party' && occasion
		? (`shop.occasions.${occasion}` as const)
		: (`shop.headings.${kind}` as const)
}

/** Shows the questions of the kind that is looked for: of a visit, of a party or room, or the gift vouchers. */
function Questions(page: ShopPage) {
	const { search } = page
	if (search.kind === 'gift') return <Gifts gifts={page.extras} />
	return search.kind === 'play' ? <Visit {...page} /> : <Thing {...page} />
}

/** Shows the questions of a visit: first day, duration and time, then tickets. */
function Visit(page: ShopPage) {
	const { search, isOpen, slots } = page
	const changeDay = useDayChange(page)
	const formOf = useFormOf(search)
	return (
		<div className={stack.xl}>
			<DayPicker {...page} anchor="day" />
			{isOpen && (
				<>
					<DayOfCart change={changeDay} cartDayName={page.cart?.dayName ?? null} />
					{/* A new element for each day: browsers do not count replacing it as a layout shift. */}
					<SlotPicker
						key={search.day}
						isOtherDay={changeDay !== null}
						durations={page.durations}
						slots={slots}
						problem={slotProblem(slots, search.time)}
						alternatives={page.alternatives}
					/>
					<Tickets {...page} key={`tickets ${formOf}`} changeDayPath={changeDay?.path ?? null} />
				</>
			)}
		</div>
	)
}

/** Returns the key of the tickets' form: the day, or the former one while the form keeps numbers typed in between. */
function useFormOf({ day, take }: Search): string {
	const { asked } = useShopping()
	const [form, setForm] = useState({ day, of: day })
	if (form.day !== day) setForm({ day, of: asked.take === take ? day : form.of })
	return form.of
}

/** Shows the questions of a party or room on one page: first which one, then its time, then its choices. */
function Thing(page: ShopPage) {
	const { search, cart, thing } = page
	const changeDay = useDayChange(page)
	const line = thing?.offer.chosen ?? null
	const other = canMove(cart, thing) ? null : changeDay
	const isComing = useNextStep(page)
	useNextInSight(thing)
	return (
		<div className={stack.xl}>
			{!thing && <Problems {...page} />}
			<Things offers={page.offers} />
			{thing && (
				<When
					key={`when ${thing.offer.id}`}
					thing={thing}
					dayName={cart?.dayName ?? null}
					isAnswered={line !== null && page.stillInCart === null && search.month === null}
				>
					<Shortcuts first={page.bounds.first} isMonth={page.month !== null} />
					<DayQuestions {...page} anchor="when" />
					{page.isOpen &&
						(other ? <OtherDay {...other} /> : <ThingTimes key={search.day} thing={thing} />)}
				</When>
			)}
			{page.isOpen && line && !other && (
				<Choices key={line.productId} line={line} extras={page.extras} numbers={page.numbers} />
			)}
			{isComing && <Coming />}
		</div>
	)
}

/** Shows the problem of the day or of the number of guests, until a party or room is chosen, which asks for both. */
function Problems(page: ShopPage) {
	const { t } = useI18n()
	if (!page.problem && !page.guests.problem) return null
	return (
		<Panel id="day" title={t('shop.steps.when')} aria-label={t('shop.steps.when')}>
			<DayQuestions {...page} anchor="things" />
		</Panel>
	)
}
