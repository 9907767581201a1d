import { defaultLocale, isLocale, type Locale } from '#app/i18n/i18n.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { PaymentNote } from '#app/models/payment/listing.ts'
import type { PaymentPurpose } from '#app/models/payment/payment.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The note that a provider keeps with a payment: what is booked, without personal data. A booking whose rows are lost
 * is made again from it (faults J4).
 */
export type BookingNote = {
	/** The host of the shop: several shops may share an account. */
	shop: string
	/** The order's number. */
	number: string
	purpose: PaymentPurpose
	locale: Locale
	day: Day | null
	/** The amounts that a percent or fixed voucher took off, and that a value voucher pays. */
	discount: Cents
	voucher: Cents
	/** The lines in the order's own order; none for a booking that stands, and when they are too many for a note. */
	lines: NotedLine[]
}

/** A line of a booking note at its agreed price. Times are those of the venue's clock, 'HH:MM'. */
export type NotedLine = {
	productId: string
	quantity: number
	unitPrice: Cents
	/** The position of the package that the line belongs to, counted from 1. */
	parentPosition: number | null
	from: string | null
	until: string | null
}

/** The facts of an order that its note holds. */
type Noted = Pick<BookingNote, 'number' | 'purpose' | 'locale' | 'day' | 'discount' | 'voucher'> & {
	lines: readonly Pick<
		OrderLine,
		'productId' | 'quantity' | 'unitPrice' | 'parentPosition' | 'startsAt' | 'endsAt'
	>[]
}

/** The most signs that a provider keeps under one name of a note; the lines take up to three names. */
const LONGEST = 500
const MOST_TEXTS = 3

/**
 * Writes a booking note as the provider keeps it: { day: '2026-12-05', lines: '2 ticket-adult 12.90 14:00-16:00, 1
 * socks 2.50 of 1', ... }; without lines when they take more than three names.
 */
export function noteOf(shop: string, order: Noted): PaymentNote {
	const { number, purpose, locale, day, discount, voucher } = order
	const texts = textsOf(order.lines.map(lineText))
	return {
		shop,
		number,
		purpose,
		language: locale,
		...(day !== null && { day }),
		...(discount > 0 && { discount: euros(discount) }),
		...(voucher > 0 && { voucher: euros(voucher) }),
		...Object.fromEntries(
			texts.length <= MOST_TEXTS ? texts.map((text, index) => [nameOf(index), text]) : [],
		),
	}
}

/**
 * Reads the note of a payment at its provider; null for one that no shop of ours has written. `lines` is empty when one
 * of them cannot be read.
 */
export function readNote(note: PaymentNote): BookingNote | null {
	const { shop, number, purpose, language = defaultLocale, day = null, discount, voucher } = note
	if (!shop || !number || !isPurpose(purpose)) return null
	const texts = Array.from({ length: MOST_TEXTS }, (_, index) => note[nameOf(index)] ?? '')
	const lines = texts.flatMap((text) => (text === '' ? [] : text.split(', '))).map(readLine)
	const isWhole = lines.every((line) => line !== null)
	return {
		shop,
		number,
		purpose,
		locale: isLocale(language) ? language : defaultLocale,
		day: day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
		discount: centsIn(discount),
		voucher: centsIn(voucher),
		lines: isWhole ? lines : [],
	}
}

function nameOf(index: number): string {
	return index === 0 ? 'lines' : `lines${index + 1}`
}

function lineText(line: Noted['lines'][number]): string {
	const { quantity, productId, unitPrice, parentPosition, startsAt, endsAt } = line
	return [
		quantity,
		productId,
		euros(unitPrice),
		...(startsAt && endsAt ? [`${timeAt(startsAt)}-${endTimeAt(endsAt)}`] : []),
		...(parentPosition === null ? [] : ['of', parentPosition]),
	].join(' ')
}

const LINE = /^(\d{1,4}) ([a-z0-9-]+) (\d+\.\d\d)(?: (\d\d:\d\d)-(\d\d:\d\d))?(?: of (\d+))?$/

function readLine(text: string): NotedLine | null {
	const [, quantity, productId = '', price, from = null, until = null, parent] =
		LINE.exec(text) ?? []
	if (quantity === undefined) return null
	return {
		productId,
		quantity: Number(quantity),
		unitPrice: centsIn(price),
		parentPosition: parent === undefined ? null : Number(parent),
		from,
		until,
	}
}

/** Joins the texts of lines into longer texts of at most 500 signs, one for each name of the note. */
function textsOf(lines: readonly string[]): string[] {
	const texts: string[] = []
	for (const line of lines) {
		const last = texts.at(-1)
		if (last !== undefined && last.length + line.length + 2 <= LONGEST)
			texts[texts.length - 1] = `${last}, ${line}`
		else texts.push(line)
	}
	return texts
}

function isPurpose(text: string | undefined): text is PaymentPurpose {
	return text === 'order' || text === 'change' || text === 'rest'
}

function euros(amount: Cents): string {
	return (amount / 100).toFixed(2)
}

function centsIn(text: string | undefined): Cents {
	return text !== undefined && /^\d{1,6}\.\d\d$/.test(text)
		? cents(Math.round(Number(text) * 100))
		: zero
}
