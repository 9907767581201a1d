import { currentVenue } from '#app/models/venue/current.server.ts'
import type { DateTime } from 'luxon'
import { useMemo, type MouseEvent } from 'react'
import { useLocation } from 'react-router'

import { CartChanges } from '#app/forms/cart-changes.tsx'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale, type Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { cartOf, newCartOf } from '#app/middleware/visit.server.ts'
import { addDays, monthGrid, today } from '#app/models/venue/day.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import { listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import { viewCart, type CartView } from '#app/ui/order/cart-view.ts'
import { alternatives } from '#app/models/offer/alternatives.ts'
import { extrasOf, offersOf } from '#app/models/offer/offers.ts'
import { markOf } from '#app/models/offer/mark.ts'
import { maxGuests, readSearch } from '#app/models/offer/read-search.ts'
import { slotsOf, type Slot } from '#app/models/offer/slots.ts'
import type { Search } from '#app/models/offer/search.ts'
import { monthView, openingView, stripDays, stripView } from '#app/routes/shop/calendar-view.ts'
import { durationViews, extraViews, offerViews } from '#app/routes/shop/offer-view.ts'
import { startingPoint } from '#app/routes/shop/starting-point.ts'
import { wayOut } from '#app/routes/shop/ways.ts'

import { dayPrice } from '#app/models/product/price.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { CartBar, CartPanel } from '#app/routes/shop/cart-panel.tsx'
import { DayPicker } from '#app/routes/shop/day-picker.tsx'
import { Extras, Gifts } from '#app/routes/shop/extras.tsx'
import { Hero } from '#app/routes/shop/hero.tsx'
import { intentViews, priceFrom } from '#app/routes/shop/intent-view.ts'
import { Intents, IntentTabs } from '#app/routes/shop/intents.tsx'
import { Offers } from '#app/routes/shop/offers.tsx'
import { OtherDay } from '#app/routes/shop/other-day.tsx'
import { followedQuery, ShoppingContext, useAsked } from '#app/routes/shop/shopping.ts'
import { SlotPicker } from '#app/routes/shop/slot-picker.tsx'
import { WaysOut } from '#app/routes/shop/ways-out.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'

import type { Route } from './+types/shop'

/** How far ahead the page looks for another day when nothing fits. */
const ahead = 28

export async function loader({ url, context }: Route.LoaderArgs) {
	const venue = currentVenue()
	const now = currentTime()
	const locale = localeOf(context)
	const saved = await cartOf(context)
	const point = startingPoint(venue, url.searchParams, saved)
	const { problem, guestsProblem, ...search } = readSearch(venue, point, now)
	const { first, last } = daysToRead(search, now)
	const byDay = await listLoadsByDay(first, last)
	const loadsOf = (day: string) => byDay.get(day) ?? []
	const loads = loadsOf(search.day)
	const opening = openingOn(venue.calendar, search.day)
	const product = findProduct(venue, search.product ?? '')
	const isOpen = isBookable(venue.calendar, search.day, now).ok
	const slots = isOpen ? slotsOf(venue, opening, search, { loads, now }) : []
	const hasRoom = slots.some((slot) => slot.mark === 'free' || slot.mark === 'few')
	const priced = product ?? venue.products.find(({ kind }) => kind === 'ticket')
	const facts = {
		locale,
		now,
		markOf: (day: string) => markOf(venue, search, { day, loads: loadsOf(day), now }),
		priceOn: (day: string) => (priced ? priceFrom(venue, priced, day) : null),
	}
	const cart = saved && viewCart(venue, saved, { locale, now })
	const extras = extraViews(venue, extrasOf(venue, search), { cart, locale })
	return {
		locale,
		venue: venue.name,
		claim: inLocale(venue.claim, locale),
		intro: inLocale(venue.intro, locale),
		announcement: inLocale(venue.announcement, locale),
		/** Nothing was said yet of what one comes for. */
		isStart: !url.searchParams.has('kind') && search.kind === 'play',
		intents: intentViews(venue, search.day),
		search,
		problem,
		guests: { typed: point.get('guests'), problem: guestsProblem },
		isOpen,
		opening: openingView(opening, locale),
		strip: stripView(venue, search.day, facts),
		product: product ? { id: product.id, name: inLocale(product.name, locale) } : null,
		month: search.month ? monthView(venue, search.month, facts) : null,
		bounds: boundsOf(venue, now),
		durations: durationViews(venue.entry.durations, locale, (duration) =>
			priced ? (dayPrice(priced, opening.class, search.day, duration) ?? null) : null,
		),
		slots,
		alternatives: hasRoom
			? []
			: alternatives(venue, search, { loadsOf, now }, { last, count: 3 }).map((way) =>
					wayOut(way, locale),
				),
		offers: offerViews(
			venue,
			offersOf(venue, search, { loads, now }),
			{ locale, now, search, cart },
			{ last, loadsOf },
		),
		extras,
		cart,
		newCart: await newCartOf(context),
	}
}

/** The days that the page shows, and those it looks at when nothing fits. */
function daysToRead({ day, month }: Search, now: DateTime) {
	const shown = month ? monthGrid(month).flat() : []
	const days = [day, ...stripDays(day, now), ...shown, addDays(day, ahead)].sort()
	return { first: days[0] ?? day, last: days.at(-1) ?? day }
}

/** What the form of day and guests takes. */
function boundsOf({ calendar }: Venue, now: DateTime) {
	const first = today(now)
	return { first, last: addDays(first, calendar.horizonDays), guests: maxGuests }
}

export default function Shop({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { locale, search, cart, claim, isStart } = loaderData
	const { asked, askForGuests, askFor, path } = useAsked(search)
	const shopping = useMemo(
		() => ({ locale, search, asked, askForGuests, askFor }),
		[locale, search, asked, askForGuests, askFor],
	)
	function follow(event: MouseEvent) {
		const query = followedQuery(event)
		if (query !== null) askFor(query)
	}

	return (
		<ShoppingContext value={shopping}>
			<CartChanges
				cart={cart}
				locale={locale}
				returnTo={path}
				focus="cart"
				newCart={loaderData.newCart}
			>
				<title>
					{t('shop.title', {
						claim: isStart ? claim : t(`shop.headings.${search.kind}`),
						venue: loaderData.venue,
					})}
				</title>
				<div className={pages.page} onClickCapture={follow}>
					<Beginning {...loaderData} />
					<div className={pages.withAside}>
						<Questions {...loaderData} />
						<CartPanel cart={cart} />
					</div>
				</div>
				{cart && <CartBar cart={cart} />}
			</CartChanges>
		</ShoppingContext>
	)
}

/** What for: in large pictures until it is said. */
function Beginning(page: Route.ComponentProps['loaderData']) {
	const { t } = useI18n()
	const { isStart, intents, search } = page
	if (isStart) {
		return (
			<>
				<Hero claim={page.claim} intro={page.intro} announcement={page.announcement} />
				<Intents intents={intents} />
			</>
		)
	}
	return (
		<>
			<IntentTabs intents={intents} />
			<h1>{t(`shop.headings.${search.kind}`)}</h1>
		</>
	)
}

/** One after the other: which day, when, what, what else. */
function Questions(page: Route.ComponentProps['loaderData']) {
	const { search } = page
	if (search.kind === 'gift') return <Gifts gifts={page.extras} />
	return <DatedQuestions {...page} />
}

function DatedQuestions(page: Route.ComponentProps['loaderData']) {
	const { search, cart, isOpen, slots } = page
	const changeDay = useDayChange(cart, search)
	const changeDayPath = changeDay?.path ?? null
	return (
		<div className={stack}>
			<DayPicker {...page}>
				{!isOpen && <WaysOut ways={page.alternatives} anchor="day" showDay />}
			</DayPicker>
			{isOpen && (
				<>
					<SlotPicker
						durations={page.durations}
						slots={slots}
						problem={slotProblem(slots, search)}
						alternatives={page.alternatives}
					/>
					{changeDay && <OtherDay {...changeDay} />}
					<Offers offers={page.offers} changeDayPath={changeDayPath} />
					<Extras extras={page.extras} changeDayPath={changeDayPath} />
				</>
			)}
		</div>
	)
}

/** Why there is nothing to choose, or why the chosen time is none. */
function slotProblem(slots: readonly Slot[], { time }: Search): Message | null {
	if (slots.every(({ mark }) => mark === 'past')) return { key: 'errors.noSlots' }
	if (slots.every(({ mark }) => mark === 'full' || mark === 'past'))
		return { key: 'errors.noFreePlaces' }
	const chosen = slots.find((slot) => slot.time === time)
	return time === null || chosen?.mark === 'free' || chosen?.mark === 'few'
		? null
		: { key: 'errors.chooseOtherPeriod' }
}

/** A cart is for one day: to book for another one, the visitor is warned what goes. */
function useDayChange(cart: CartView | null, { day }: Search) {
	const { pathname, search } = useLocation()
	if (!cart?.day || !cart.dayName || cart.day === day || cart.isOrdered) return null
	return {
		path: `/cart?${new URLSearchParams({ day, returnTo: pathname + search })}`,
		cartDay: cart.day,
		cartDayName: cart.dayName,
	}
}
