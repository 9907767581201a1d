import type { ShopView } from '#app/routes/shop/view/shop-view.ts'

/*
 * The view of the start page on its way to a browser: what stands in it twice goes by name.
 */

export type SentView = ReturnType<typeof sentView>

/** Those first that most is to be said of: where they stand in the page is then near enough for gzip to see it. */
export function sentView({ extras, offers, thing, ...view }: ShopView) {
	return {
		extras,
		offers: offers.map((offer) => ({ ...offer, chosen: offer.chosen?.id ?? null })),
		thing: thing && { ...thing, offer: thing.offer.id },
		...view,
	}
}

export function shownView<More>(page: SentView & More): ShopView & More {
	const { thing, cart } = page
	const offers = page.offers.map((offer) => ({
		...offer,
		chosen: cart?.lines.find(({ id }) => id === offer.chosen) ?? null,
	}))
	const offer = offers.find(({ id }) => id === thing?.offer)
	return { ...page, offers, thing: thing && offer ? { ...thing, offer } : null }
}
