import { kindOf, parseKind, searchPath, type Kind } from '#app/models/offer/search.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** Returns what the start page at an address offers: the kind it names, else that of its product, else to play. */
export function shownKind(venue: Venue, params: URLSearchParams): Kind {
	const product = findProduct(venue, params.get('product') ?? '')
	return parseKind(params.get('kind')) ?? (product ? kindOf(product.kind) : 'play')
}

/**
 * Returns the path under which search engines list the form of the start page at an address: that of its party or room,
 * else that of its kind, without any other choice of a visitor.
 */
export function listedPath(venue: Venue, params: URLSearchParams): string {
	const kind = shownKind(venue, params)
	if (kind === 'play') return '/'
	const product = findProduct(venue, params.get('product') ?? '')
	const isChosen = product?.duration !== undefined && kindOf(product.kind) === kind
	return searchPath(isChosen ? { product: product.id } : { kind })
}

/** Lists the paths of all forms of the start page that search engines list. */
export function listedPaths(venue: Venue): string[] {
	const paths = venue.products.flatMap(({ id, kind }) => [
		listedPath(venue, new URLSearchParams({ kind: kindOf(kind) })),
		listedPath(venue, new URLSearchParams({ product: id })),
	])
	return [...new Set(['/', ...paths])]
}
