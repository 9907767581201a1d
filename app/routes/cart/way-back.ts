import { ownAddress, ownPath } from '#app/http/own-path.ts'
import { stepped, takeText, type Numbers } from '#app/models/offer/take.ts'
import { maxGuests, type Venue } from '#app/models/venue/venue.ts'
import type { Change } from '#app/routes/cart/intents.server.ts'

/**
 * What a pressed step asks for: it counts at once of what lies in the cart; of what does not it is only typed,
 * and `step` stays. The page comes back with the row that was stepped in sight.
 */
export function stepDone(change: Change): Change {
	if (change.intent !== 'set' || !change.step) return change
	const { step, returnTo, line, pieces, quantities, ...others } = change
	const [id = ''] = step.split(':')
	const [path = ''] = returnTo?.split('#') ?? []
	const rest = { ...others, returnTo: returnTo && `${path}#${id}` }
	if (pieces && id in pieces) return { ...rest, line, quantities, pieces: stepped(pieces, step) }
	const numbers = { pieces, quantities: stepped(quantities, step) }
	return line === undefined ? { ...rest, ...numbers, step } : { ...rest, ...numbers, line }
}

/** Where the visitor was, as it is after this change. */
export function wayBack(change: Change): string {
	if (change.intent === 'changeDay') return onDay(change)
	if (change.intent === 'moveDay') return toMoved(change)
	if (change.intent === 'book') return toBooked(change)
	if (change.intent !== 'set') return ownPath(change.returnTo ?? '/cart')
	return withTake(change.returnTo, change.step ? change.quantities : {})
}

/** The start page asks for as many guests as tickets were chosen on it: they are the same persons. */
export function withGuests(path: string, change: Change, { products }: Venue): string {
	if (change.intent !== 'set' || change.line !== undefined) return path
	const tickets = products.filter(({ kind }) => kind === 'ticket')
	const guests = tickets.reduce((count, { id }) => count + (change.quantities[id] ?? 0), 0)
	const { pathname, searchParams, hash } = ownAddress(path)
	if (pathname !== '/' || guests === 0 || guests > maxGuests) return path
	searchParams.set('guests', String(guests))
	return `${pathname}?${searchParams}${hash}`
}

/** Back to where the visitor was, on the new day. */
export function onDay({ returnTo, day }: { returnTo?: string | undefined; day: string }): string {
	const { pathname, searchParams } = ownAddress(returnTo)
	searchParams.set('day', day)
	return `${pathname === '/cart' ? '/' : pathname}?${searchParams}`
}

/** On the new day at the time and length of what came along: that of the page may be another. */
function toMoved({ returnTo, day }: { returnTo?: string | undefined; day: string }): string {
	const address = ownAddress(returnTo)
	for (const name of ['time', 'duration', 'month', 'take']) address.searchParams.delete(name)
	const { pathname, search, hash } = address
	return onDay({ returnTo: pathname + search, day }) + hash
}

/**
 * To what is asked next of a thing, once its day and time are certain. One that takes the place of another may have
 * been pressed where that was asked for.
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

/** With the numbers that are typed there and lie in no cart yet. */
function withTake(returnTo: string | undefined, numbers: Numbers): string {
	const { pathname, searchParams, hash } = ownAddress(returnTo ?? '/cart')
	const take = takeText(numbers)
	if (take === null) searchParams.delete('take')
	else searchParams.set('take', take)
	return `${pathname}?${searchParams}${hash}`
}
