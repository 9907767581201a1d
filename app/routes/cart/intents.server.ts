import { z } from 'zod'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { CartLine, CartRef, Wish } from '#app/models/cart/cart.ts'
import {
	addToCart,
	changeQuantity,
	clearDay,
	moveToDay,
	removeFromCart,
	renewHold,
	setInCart,
	bookInCart,
	type Renewal,
} from '#app/models/cart/change.server.ts'
import { redeemVoucher, removeVoucher } from '#app/models/cart/redeem.server.ts'
import type { Pieces } from '#app/models/cart/set.ts'
import type { CartVisitor } from '#app/models/cart/write.server.ts'
import { stepPattern } from '#app/models/offer/take.ts'
import { partyTypes } from '#app/models/party-types.ts'
import { quantity, quantityOrNone, wholeNumber } from '#app/models/quantity.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { day, durationTyped, time } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { Notice } from '#app/models/visitor/session.ts'

const id = z.string().max(60)
/** The occasion that the visitor looked for; an unknown one is ignored. */
const occasion = z.enum(partyTypes).optional().catch(undefined)
const form = z.object({
	version: wholeNumber({ min: 0, max: 1_000_000 }),
	returnTo: z.string().max(2000).optional(),
	/** The name that the page has given to a first cart. */
	newCart: z.string().max(100).optional(),
})

/** The posted form of every change of a cart; `intent` is the button that was pressed. */
export const schema = z.discriminatedUnion('intent', [
	form.extend({
		intent: z.literal('add'),
		product: id,
		quantity,
		day: day.optional(),
		time: time.optional(),
		duration: durationTyped.optional(),
		parent: z.uuid().optional(),
		occasion,
	}),
	/**
	 * Sets the quantity of each product in `quantities`. With `step`, the press on a stepper, one more or fewer is typed
	 * and not saved.
	 */
	form.extend({
		intent: z.literal('set'),
		quantities: z.record(id, quantityOrNone).default({}),
		day: day.optional(),
		time: time.optional(),
		duration: durationTyped.optional(),
		step: z.string().regex(stepPattern).optional(),
		/** The line of a package; `pieces` are its typed quantities by product, `choices` its chosen product by group. */
		line: z.uuid().optional(),
		pieces: z.record(id, quantityOrNone).optional(),
		choices: z.record(id, id).optional(),
		/** The product of a group of choices that is taken once for every guest; `guests` is their number. */
		all: id.optional(),
		guests: quantity.optional(),
	}),
	/**
	 * Books a product of which the cart holds one at most, or moves it to another time. `instead`: the line that it
	 * replaces.
	 */
	form.extend({
		intent: z.literal('book'),
		product: id,
		quantity,
		day,
		time,
		duration: durationTyped.optional(),
		instead: z.uuid().optional(),
		occasion,
	}),
	form.extend({ intent: z.literal('quantity'), line: z.uuid(), quantity }),
	form.extend({ intent: z.literal('remove'), line: z.uuid() }),
	form.extend({ intent: z.literal('redeem'), code: z.string().trim().min(1).max(60) }),
	form.extend({ intent: z.literal('removeVoucher') }),
	form.extend({ intent: z.literal('renew') }),
	form.extend({ intent: z.literal('changeDay'), day }),
	/** Moves the cart to a day. `shown`: the move that the page has shown, as `moveText` writes it. */
	form.extend({ intent: z.literal('moveDay'), day, shown: z.string().max(2000) }),
])
export type Change = z.output<typeof schema>

/**
 * Rewrites `extras`, the intent by which pages of the build before post the choice of one group, as `set` (faults J10).
 * To be deleted when no page of that build is open any more.
 */
export function inOneShape(posted: FormData): FormData {
	if (posted.get('intent') !== 'extras') return posted
	const group = String(posted.get('group'))
	const set = new FormData()
	set.append('intent', 'set')
	const named = (name: string) =>
		name === 'choice' ? `choices.${group}` : name.replace(/^quantities\./, 'pieces.')
	// The first value of a name counts: this group's own field, not the hidden one beside it.
	const own = [...posted].toSorted(([name]) => (named(name) === name ? 1 : -1))
	for (const [name, value] of own) if (name !== 'intent') set.append(named(name), value)
	return set
}

/** The id of the cart that was changed, and the lines that a renewal of its hold has lost or made dearer. */
type Done = { cartId?: string; renewal?: Renewal }

/** Performs the change of the cart that the pressed button stands for, or refuses it. */
export async function perform(
	ref: CartRef,
	change: Change,
	visitor: CartVisitor,
): Promise<Result<Done>> {
	switch (change.intent) {
		case 'add': {
			const { product, quantity, day, time, duration, parent } = change
			const wish = {
				productId: product,
				quantity,
				day: day ?? null,
				time: time ?? null,
				duration: duration ?? null,
				parentId: parent ?? null,
			}
			return changed(await addToCart(ref, wish, visitor))
		}
		case 'set': {
			const pieces = piecesOf(change, visitor.venue)
			if (!pieces.ok) return pieces
			const numbers = { wishes: wishesOf(change, visitor.venue), pieces: pieces.value }
			return changed(await setInCart(ref, numbers, visitor))
		}
		case 'book': {
			const { product, quantity, day, time, duration = null, instead = null } = change
			const wish = { productId: product, quantity, day, time, duration, parentId: null, instead }
			return changed(await bookInCart(ref, wish, visitor))
		}
		case 'quantity':
			return changed(
				await changeQuantity(ref, { id: change.line, quantity: change.quantity }, visitor),
			)
		case 'remove':
			return changed(await removeFromCart(ref, change.line, visitor))
		case 'redeem':
			return changed(await redeemVoucher(ref, change.code, visitor))
		case 'removeVoucher': {
			const removed = await removeVoucher(ref)
			return removed.ok ? ok({}) : removed
		}
		case 'renew': {
			const renewed = await renewHold(ref, visitor)
			return renewed.ok ? ok({ cartId: renewed.value.cart.id, renewal: renewed.value }) : renewed
		}
		case 'changeDay':
			return changed(await clearDay(ref, change.day, visitor))
		case 'moveDay':
			return changed(await moveToDay(ref, change, visitor))
	}
}

type Set = Extract<Change, { intent: 'set' }>

/** Returns the wanted quantities in the order of the catalogue: a visit comes before the extras that take its time. */
function wishesOf({ quantities, day, time, duration }: Set, { products }: Venue): Wish[] {
	const known = products.filter(({ id }) => quantities[id] !== undefined)
	const gone = Object.keys(quantities).filter((id) => !products.some((it) => it.id === id))
	return [...known.map((it) => it.id), ...gone].map((productId) => ({
		productId,
		quantity: quantities[productId] ?? 0,
		day: day ?? null,
		time: time ?? null,
		duration: duration ?? null,
		parentId: null,
	}))
}

/**
 * Returns the wanted quantities of a package: the typed ones, one of each chosen product, and one for every guest of
 * the product whose button was pressed; null for a form without a package. A choice that its group does not offer is
 * refused.
 */
function piecesOf(
	{ line, pieces = {}, choices = {}, all, guests = 0 }: Set,
	{ products }: Venue,
): Result<Pieces | null> {
	if (line === undefined) return ok(null)
	const groups = products.flatMap(({ conditions }) => conditions)
	const chosen = Object.entries(choices).map(([id, choice]) =>
		groups.find(
			(group) => group.id === id && group.items.some(({ product }) => product === choice),
		),
	)
	if (chosen.includes(undefined)) return refuse('productGone')
	const ofChosen = chosen.flatMap((group) =>
		(group?.items ?? []).map(
			({ product }) => [product, product === choices[group?.id ?? ''] ? 1 : 0] as const,
		),
	)
	const forAll = groups.filter(
		({ items, perGuest }) =>
			perGuest && items.some(({ product }) => product === all && product in pieces),
	)
	const same = forAll.flatMap(({ items }) =>
		items.map(({ product }) => [product, product === all ? guests : 0] as const),
	)
	const quantities = {
		...pieces,
		...Object.fromEntries(ofChosen),
		...Object.fromEntries(same),
	}
	return ok({ lineId: line, quantities })
}

function changed(result: Result<{ id: string }>): Result<Done> {
	return result.ok ? ok({ cartId: result.value.id }) : result
}

/**
 * Returns the notice of a hold's renewal: the lines that are gone, and also those that became dearer (faults A8); null
 * without any.
 */
export function renewalNotice(
	renewal: Renewal | undefined,
	venue: Venue,
	locale: Locale,
): Notice | null {
	if (!renewal) return null
	const names = (lines: CartLine[]) =>
		lines
			.map((line) =>
				inLocale(
					findProduct(venue, line.productId)?.name ?? { de: line.productId, en: line.productId },
					locale,
				),
			)
			.join(', ')
	const told = [
		{ key: 'cart.gone', lines: renewal.gone },
		{ key: 'cart.repriced', lines: renewal.repriced },
	] as const
	const [first, also] = told.flatMap(({ key, lines }): Notice[] =>
		lines.length > 0 ? [{ key, values: { products: names(lines) }, kind: 'warning' }] : [],
	)
	return first ? { ...first, ...(also && { also }) } : null
}
