import { inLocale } from '#app/i18n/i18n.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { candidates, findProduct, maxGuests, type Venue } from '#app/models/venue/venue.ts'
import type { DeskWords } from '#desk/i18n/words.ts'

/** The numbers typed on the page of a call, by the names of their fields: 'guests', and 'n.pizza' for an extra. */
type Typed = ReadonlyMap<string, string>

/**
 * True for a product whose line counts guests; the line of a room that is taken as a whole has the number 1, however
 * many come.
 */
export function countsGuests(venue: Venue, product: Product): boolean {
	if (product.perGuest || product.kind === 'ticket') return true
	return !product.uses.some((use) => candidates(venue, use).some(isExclusive))
}

/** True when the product can be booked for so many guests; always for a product that counts no guests. */
export function takesGuests(venue: Venue, product: Product, guests: number): boolean {
	const { min, max } = product.quantity
	return !countsGuests(venue, product) || (guests >= min && guests <= max)
}

/** The whole number that was typed, up to 999; null for anything else. */
export function numberOf(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,3}$/.test(text.trim()) ? Number(text) : null
}

/** Reads the age that a child turns; null for none and for anything but a whole number from 1 to 120. */
export function ageOf(text: string): number | null {
	const age = numberOf(text)
	return age !== null && age > 0 && age <= 120 ? age : null
}

type Judging = {
	/** The product that is taken, or that the call is about. */
	product: Product | undefined
	/** The button that sent the form: 'take' for a time, 'book', or any other, which stores the numbers. */
	press: string | undefined
	words: DeskWords
}

/**
 * Returns the sentences about numbers that are not possible, by the names of their fields (faults N401). Guests outside
 * the product's limits are refused when the call is booked, and more than its maximum also when its time is taken.
 * Otherwise they are accepted: the page shows the free times for them, so that another product can be taken. Fewer than
 * the minimum can take a time, and pay for the minimum.
 */
export function wrongNumbers(
	venue: Venue,
	typed: Typed,
	{ product, press, words }: Judging,
): Record<string, string> {
	const wrong = [...typed].flatMap(([name, text]) => {
		const sentence = wrongNumber(venue, name, text, { product, press, words })
		return sentence === null ? [] : [[name, sentence] as const]
	})
	return Object.fromEntries(wrong)
}

function wrongNumber(venue: Venue, name: string, text: string, judging: Judging): string | null {
	if (name === 'guests') return wrongGuests(venue, text, judging)
	if (name !== 'age') return wrongPieces(venue, name, text, judging.words)
	const isAge = text.trim() === '' || ageOf(text) !== null
	return isAge ? null : judging.words.t('phone.noAge')
}

/** Returns the sentence that says how many guests a product takes. */
export function guestsWords({ name, quantity }: Product, { t, locale }: DeskWords): string {
	const { min, max } = quantity
	return t('phone.guestsOf', { name: inLocale(name, locale), min, max })
}

function wrongGuests(venue: Venue, text: string, { product, press, words }: Judging) {
	const { t } = words
	const guests = numberOf(text)
	if (guests === null || guests === 0) return t('phone.noNumber', { name: t('phone.guests') })
	if (guests > maxGuests) return t('phone.mostOf', { name: t('phone.guests'), max: maxGuests })
	if (!product || takesGuests(venue, product, guests)) return null
	const isRefused = press === 'book' || (press === 'take' && guests > product.quantity.max)
	return isRefused ? guestsWords(product, words) : null
}

function wrongPieces(venue: Venue, field: string, text: string, { t, locale }: DeskWords) {
	const product = findProduct(venue, /^n\.(.+)$/.exec(field)?.[1] ?? '')
	if (!product) return null
	const name = inLocale(product.name, locale)
	const pieces = numberOf(text)
	if (pieces === null) return t('phone.noNumber', { name })
	const { max } = product.quantity
	return pieces > max ? t('phone.mostOf', { name, max }) : null
}
