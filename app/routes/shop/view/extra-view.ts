import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Extra } from '#app/models/offer/offers.ts'
import { missingFor } from '#app/models/product/conditions.ts'
import { isTaxed } from '#app/models/product/price.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import {
	blockerOf,
	type ExtraView,
	linesOf,
	ownLine,
	shown,
	type Shopper,
} from '#app/routes/shop/view/offer-view.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'

/**
 * Returns the add-ons and gift vouchers that are sold by themselves; those in the groups of a chosen package are left
 * out.
 */
export function extraViews(
	venue: Venue,
	extras: readonly Extra[],
	shopper: Shopper,
	isByPhone: (product: Product) => boolean,
): ExtraView[] {
	const lines = shopper.cart?.lines ?? []
	const inGroups = new Set(
		lines.flatMap((line) => line.groups.flatMap((group) => group.items.map((item) => item.id))),
	)
	return extras
		.filter(({ product, price }) => price !== null && !inGroups.has(product.id))
		.map((extra) => {
			const tax = isTaxed(venue, extra.product, shopper.search.day)
			const viewOf = isUntouched(venue, extra.product, shopper.cart) ? extraForNobody : extraView
			const phone = isByPhone(extra.product) ? venue.contact.phone : null
			return viewOf(venue, { extra, shopper, tax, phone })
		})
}

/**
 * An extra and the data that its view depends on. `tax`: its price includes VAT on that day; `phone`: the number by
 * which alone it is booked, or null.
 */
type ExtraFor = { extra: Extra; shopper: Shopper; tax: boolean; phone: string | null }

function extraView(venue: Venue, { extra, shopper, phone }: ExtraFor): ExtraView {
	const { product, price } = extra
	const lines = shopper.cart?.lines ?? []
	const missing = missingFor(product, lines).map((id) => nameOf(venue, id, shopper.locale))
	return {
		...shown(venue, product, { price, shopper, line: ownLine(shopper.cart, product) }),
		section: product.section ? inLocale(product.section, shopper.locale) : null,
		mandatory: product.mandatoryOnSite,
		due: product.due,
		missing,
		shipping: product.delivery === 'post' ? venue.shipping.price : null,
		validMonths: product.validMonths ?? null,
		phone,
	}
}

/** True when nothing in the cart concerns the product, so that all visitors with such a cart see the same view. */
function isUntouched(venue: Venue, product: Product, cart: CartView | null): boolean {
	if (!cart || cart.lines.length === 0) return true
	const isFree = product.requires.length === 0 && blockerOf(venue, product, cart) === null
	return isFree && linesOf(cart, product).length === 0
}

/** Returns the view of an extra that no line of the cart concerns, memoized for all such visitors. */
const extraForNobody = memoizeByOwner(
	extraView,
	({ extra: { product, price }, shopper: { locale }, tax, phone }: ExtraFor) =>
		`${product.id} ${price} ${tax} ${locale} ${phone}`,
)

function nameOf(venue: Venue, id: string, locale: Locale): string {
	const product = findProduct(venue, id)
	return product ? inLocale(product.name, locale) : id
}
