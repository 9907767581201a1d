import { ownAddress, ownPath } from '#app/http/own-path.ts'
import { stepped, takeText, type Pieces } from '#app/models/offer/take.ts'
import { maxGuests, type Venue } from '#app/models/venue/venue.ts'
import type { Change } from '#app/routes/cart/intents.server.ts'

/**
 * Returns the change with the press on a stepper applied to the numbers of its form. For a product in the cart the new
 * number is saved; for any other `step` stays, and the number is only shown in the field. The fragment of `returnTo`
 * brings the stepped row in sight.
 */
export function stepDone(change: Change): Change {
	if (change.intent !== 'set' || !change.step) return change
	const { step, returnTo, line, pieces, quantities, ...others } = change
	const [id = ''] = step.split(':')
	const [path = ''] = returnTo?.split('#') ?? []
	const rest = { ...others, returnTo: returnTo && `${path}#${id}` }
	if (pieces && Object.hasOwn(pieces, id))
		return { ...rest, line, quantities, pieces: stepped(pieces, step) }
	const numbers = { pieces, quantities: stepped(quantities, step) }
	return line === undefined ? { ...rest, ...numbers, step } : { ...rest, ...numbers, line }
}

/**
 * Returns the path of the page that the visitor came from, with the day, time and numbers that it has to show after
 * this change.
 */
export function wayBack(change: Change): string {
	if (change.intent === 'changeDay') return onDay(change)
	if (change.intent === 'moveDay') return toMoved(change)
	if (change.intent === 'book') return toBooked(change)
	if (change.intent !== 'set') return ownPath(change.returnTo ?? '/cart')
	return withTake(change.returnTo, change.step ? change.quantities : {})
}

/**
 * Returns the start page's path with as many guests as tickets, since they are the same persons; any other path
 * unchanged.
 */
export function withGuests(path: string, change: Change, { products }: Venue): string {
	if (change.intent !== 'set' || change.line !== undefined) return path
	const tickets = products.filter(({ kind }) => kind === 'ticket')
	const guests = tickets.reduce((count, { id }) => count + (change.quantities[id] ?? 0), 0)
	const { pathname, searchParams, hash } = ownAddress(path)
	if (pathname !== '/' || guests === 0 || guests > maxGuests) return path
	searchParams.set('guests', String(guests))
	return `${pathname}?${searchParams}${hash}`
}

/** Returns the path of the page that the visitor came from, on another day; the start page in place of the cart's. */
export function onDay({ returnTo, day }: { returnTo?: string | undefined; day: string }): string {
	const { pathname, searchParams } = ownAddress(returnTo)
	searchParams.set('day', day)
	return `${pathname === '/cart' ? '/' : pathname}?${searchParams}`
}

/**
 * Returns the path of the visitor's page on the new day, without time and duration, which may differ from those of the
 * lines that came along.
 */
function toMoved({ returnTo, day }: { returnTo?: string | undefined; day: string }): string {
	const address = ownAddress(returnTo)
	for (const name of ['time', 'duration', 'month', 'take']) address.searchParams.delete(name)
	const { pathname, search, hash } = address
	return onDay({ returnTo: pathname + search, day }) + hash
}

/**
 * Returns the path of the visitor's page with the booked day, time and guests, at the next question. A product that
 * replaces another may have been booked on the page of that other one, so the path names the new product.
 */
function toBooked(change: Extract<Change, { intent: 'book' }>): string {
	const { returnTo, day, time, quantity, product, instead } = change
	const { pathname, searchParams, hash } = ownAddress(returnTo)
	if (pathname !== '/') return ownPath(returnTo)
	for (const name of ['month', 'take']) searchParams.delete(name)
	for (const [name, value] of Object.entries({ day, time, guests: quantity }))
		if (name !== 'guests' || quantity > 1) searchParams.set(name, String(value))
	if (instead !== undefined) searchParams.set('product', product)
	return `${pathname}?${searchParams}${hash}`
}

/** Returns the path of the visitor's page with the quantities that are typed and not in a cart yet. */
function withTake(returnTo: string | undefined, numbers: Pieces): string {
	const { pathname, searchParams, hash } = ownAddress(returnTo ?? '/cart')
	const take = takeText(numbers)
	if (take === null) searchParams.delete('take')
	else searchParams.set('take', take)
	return `${pathname}?${searchParams}${hash}`
}
