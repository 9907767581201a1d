import type { ShopView } from '#app/routes/shop/view/shop-view.ts'

/* The view of the start page on its way to a browser: repeated values are sent as ids. */

export type SentView = ReturnType<typeof sentView>

/**
 * Returns the page's data to send, largest lists first: they then stand close enough to the same rows in the HTML for
 * gzip to find the repetition.
 */
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
