import type { DayView } from '#app/routes/shop/view/calendar-view.ts'
import type { ExtraView, OfferView } from '#app/routes/shop/view/offer-view.ts'
import type { ShopView } from '#app/routes/shop/view/shop-view.ts'

/*
 * The view of the start page on its way to a browser: of each thing only what is not as usual, and what
 * stands in it twice by name.
 */

export type SentView = ReturnType<typeof sentView>

/** Those first that most is to be said of: where they stand in the page is then near enough for gzip to see it. */
export function sentView({ extras, offers, strip, thing, ...view }: ShopView) {
	return {
		extras: extras.map(sentExtra),
		offers: offers.map((offer) =>
			unusual(
				{ ...offer, chosen: offer.chosen?.id ?? null },
				{ ...usualOffer, picture: pictureOf(offer.id) },
			),
		),
		strip: { ...strip, days: strip.days.map((day) => unusual(day, usualDay)) },
		thing: thing && { ...thing, offer: thing.offer.id },
		...view,
	}
}

/** Of what is the same for many, once. */
const sentExtras = new WeakMap<ExtraView, Partial<ExtraView>>()

function sentExtra(extra: ExtraView): Partial<ExtraView> {
	const known = sentExtras.get(extra)
	if (known) return known
	const sent = unusual(extra, { ...usualExtra, picture: pictureOf(extra.id) })
	sentExtras.set(extra, sent)
	return sent
}

export function shownView<More>(page: SentView & More): ShopView & More {
	const { strip, thing, cart } = page
	const offers = page.offers.map(
		(offer) =>
			({
				...usualOffer,
				picture: pictureOf(offer.id ?? ''),
				...offer,
				chosen: cart?.lines.find(({ id }) => id === offer.chosen) ?? null,
			}) as OfferView,
	)
	const offer = offers.find(({ id }) => id === thing?.offer)
	return {
		...page,
		extras: page.extras.map(
			(extra) => ({ ...usualExtra, picture: pictureOf(extra.id ?? ''), ...extra }) as ExtraView,
		),
		offers,
		strip: { ...strip, days: strip.days.map((day) => ({ ...usualDay, ...day }) as DayView) },
		thing: thing && offer ? { ...thing, offer } : null,
	}
}

function pictureOf(id: string): string {
	return `/pictures/${id}.svg`
}

const usual = {
	popular: false,
	isTaxed: true,
	min: 1,
	inCart: 0,
	here: 0,
	lineId: null,
	blockedBy: null,
} as const

const usualExtra = {
	...usual,
	kind: 'addon',
	perGuest: false,
	mandatory: false,
	due: 'deposit',
	missing: [],
	shipping: null,
	validMonths: null,
	phone: null,
} as const satisfies Partial<Record<keyof ExtraView, unknown>>

const usualOffer = {
	...usual,
	kind: 'ticket',
	perGuest: false,
	age: null,
	includes: [],
	counts: null,
	instead: null,
	conditions: [],
	room: null,
	when: null,
	ways: [],
	durations: [],
	chosen: null,
	state: 'needsTime',
	left: 0,
	summary: '',
} as const satisfies Partial<Record<keyof OfferView, unknown>>

const usualDay = {
	mark: 'free',
	isToday: false,
	price: null,
	isDear: false,
} as const satisfies Partial<DayView>

function unusual<Thing extends object>(thing: Thing, usual: object): Partial<Thing> {
	const rest: Partial<Thing> = {}
	for (const name in thing) {
		if (!isSame(thing[name], Reflect.get(usual, name))) rest[name] = thing[name]
	}
	return rest
}

function isSame(value: unknown, other: unknown): boolean {
	return value === other || (isEmpty(value) && isEmpty(other))
}

function isEmpty(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0
}
