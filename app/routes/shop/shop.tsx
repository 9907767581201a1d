import { currentVenue } from '#app/models/venue/current.server.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale, type Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { cartOf, newCartOf } from '#app/middleware/visit.server.ts'
import { addDays, monthGrid, today, weekOf } from '#app/models/venue/day.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import { listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { euros } from '#app/models/money.ts'
import { alternatives } from '#app/models/offer/alternatives.ts'
import { extrasOf, offersOf } from '#app/models/offer/offers.ts'
import { markOf } from '#app/models/offer/mark.ts'
import { maxGuests, readSearch } from '#app/models/offer/read-search.ts'
import { slotsOf, type Slot } from '#app/models/offer/slots.ts'
import type { Search } from '#app/models/offer/search.ts'
import {
	durationViews,
	extraViews,
	monthView,
	offerViews,
	openingView,
	panelView,
	startingPoint,
	wayOut,
	weekView,
	type PanelView,
} from '#app/routes/shop/shop-view.ts'

import { findProduct } from '#app/models/venue/venue.ts'
import { CartBar, CartPanel } from '#app/routes/shop/cart-panel.tsx'
import { DayPicker } from '#app/routes/shop/day-picker.tsx'
import { Extras, Gifts } from '#app/routes/shop/extras.tsx'
import { Hero } from '#app/routes/shop/hero.tsx'
import { Offers } from '#app/routes/shop/offers.tsx'
import { OtherDay } from '#app/routes/shop/other-day.tsx'
import { ShoppingContext } from '#app/routes/shop/shopping.ts'
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
	const { problem, ...search } = readSearch(
		venue,
		startingPoint(venue, url.searchParams, saved),
		now,
	)
	const shown = search.month ? monthGrid(search.month).flat() : []
	const days = [search.day, ...weekOf(search.day), ...shown].sort()
	const first = days[0] ?? search.day
	const last = [addDays(search.day, ahead), ...days].sort().at(-1) ?? search.day

	const byDay = await listLoadsByDay(first, last)
	const loadsOf = (day: string) => byDay.get(day) ?? []
	const loads = loadsOf(search.day)
	const opening = openingOn(venue.calendar, search.day)
	const product = search.product === null ? null : (findProduct(venue, search.product) ?? null)
	const isOpen = isBookable(venue.calendar, search.day, now).ok
	const slots = isOpen ? slotsOf(venue, opening, search, { loads, now }) : []
	const hasRoom = slots.some((slot) => slot.mark === 'free' || slot.mark === 'few')
	const facts = {
		locale,
		now,
		markOf: (day: string) => markOf(venue, search, { day, loads: loadsOf(day), now }),
	}
	const cart = saved && viewCart(venue, saved, now)
	const extras = extraViews(venue, extrasOf(venue, search.day), { cart, locale })
	return {
		locale,
		venue: venue.name,
		claim: inLocale(venue.claim, locale),
		intro: inLocale(venue.intro, locale),
		announcement: inLocale(venue.announcement, locale),
		search,
		problem,
		isOpen,
		opening: openingView(opening, locale),
		week: weekView(venue, search.day, facts),
		product: product && { id: product.id, name: inLocale(product.name, locale) },
		month: search.month ? monthView(venue, search.month, facts) : null,
		bounds: {
			first: today(now),
			last: addDays(today(now), venue.calendar.horizonDays),
			guests: maxGuests,
		},
		durations: durationViews(venue.entry.durations, locale),
		slots,
		alternatives: hasRoom
			? []
			: alternatives(venue, search, { loadsOf, now }, { last, count: 3 }).map((way) =>
					wayOut(way, locale),
				),
		offers: offerViews(venue, offersOf(venue, search, { loads, now }), {
			locale,
			now,
			search,
			cart,
			loadsOf,
			last,
		}),
		extras: extras.filter(({ kind }) => kind === 'addon'),
		gifts: extras.filter(({ kind }) => kind === 'giftVoucher'),
		cart: cart && panelView(cart, locale),
		newCart: await newCartOf(context),
	}
}

export default function Shop({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { locale, search, cart, problem, isOpen, slots, bounds, claim } = loaderData
	const [spoken, announce] = useState('')
	const version = cart?.version ?? 0
	// As the page came: whatever is pressed on it before an answer came means the same cart.
	const [newCart] = useState(loaderData.newCart)
	const shopping = useMemo(
		() => ({ locale, search, version, newCart, announce }),
		[locale, search, version, newCart],
	)
	const changeDay = useDayChange(cart, search)
	useCartNews(cart, announce, locale)
	return (
		<ShoppingContext value={shopping}>
			<title>{t('shop.title', { claim, venue: loaderData.venue })}</title>
			<p role="status" className={pages.visuallyHidden}>
				{spoken}
			</p>
			<div className={pages.page}>
				<Hero claim={claim} intro={loaderData.intro} announcement={loaderData.announcement} />
				<div className={pages.withAside}>
					<div className={stack}>
						<DayPicker
							week={loaderData.week}
							month={loaderData.month}
							product={loaderData.product}
							opening={loaderData.opening}
							problem={problem}
							bounds={bounds}
						>
							{!isOpen && <WaysOut ways={loaderData.alternatives} anchor="day" showDay />}
						</DayPicker>
						{isOpen && (
							<>
								<SlotPicker
									durations={loaderData.durations}
									slots={slots}
									problem={slotProblem(slots, search)}
									alternatives={loaderData.alternatives}
								/>
								{changeDay && <OtherDay {...changeDay} />}
								<Offers offers={loaderData.offers} changeDayPath={changeDay?.path ?? null} />
								<Extras extras={loaderData.extras} changeDayPath={changeDay?.path ?? null} />
							</>
						)}
						<Gifts gifts={loaderData.gifts} />
					</div>
					<CartPanel cart={cart} />
				</div>
			</div>
			{cart && <CartBar cart={cart} />}
		</ShoppingContext>
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
function useDayChange(cart: PanelView | null, { day }: Search) {
	const { pathname, search } = useLocation()
	if (!cart?.day || !cart.dayName || cart.day === day || cart.isOrdered) return null
	return {
		path: `/cart?${new URLSearchParams({ day, returnTo: pathname + search })}`,
		cartDay: cart.day,
		cartDayName: cart.dayName,
	}
}

/** After a change of the cart its sum is said aloud, and a focus that was on something gone lands on the cart. */
function useCartNews(
	cart: PanelView | null,
	announce: (sentence: string) => void,
	locale: Route.ComponentProps['loaderData']['locale'],
) {
	const { t } = useI18n()
	const seen = useRef(cart?.version ?? 0)
	useEffect(() => {
		if (!cart || cart.version === seen.current) return
		seen.current = cart.version
		announce(
			t('shop.status', { count: cart.lines.length, amount: euros(cart.sums.online, locale) }),
		)
		if (document.activeElement === document.body)
			document.getElementById('cart')?.focus({ preventScroll: true })
	}, [cart, announce, locale, t])
}
