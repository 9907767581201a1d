import { and, desc, eq, gte, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { distance } from 'fastest-levenshtein'

import { db } from '#app/db/client.server.ts'
import { orderNames, orders } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import {
	digitsAsked,
	folded,
	isNear,
	numbersAsked,
	piecesOf,
	wordsAsked,
} from '#app/models/order/asked-words.ts'
import { paidOnSite } from '#app/models/order/money.server.ts'
import { shownState } from '#app/models/order/order-end.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'

/** An order as one line of a list, with enough to recognise it. `left`: the cents still to be paid at the venue. */
export type KnownOrder = {
	number: string
	state: OrderState
	name: string
	day: Day | null
	total: Cents
	left: Cents
}

/** Finds an order by its number, as one line of a list; null for an unknown number. */
export async function findKnownOrder(number: string): Promise<KnownOrder | null> {
	const [row] = await db.select(columns).from(orders).where(eq(orders.number, number))
	return row ? known(row) : null
}

/** An order that a search found, with the facts that tell it from other hits. */
export type FoundOrder = KnownOrder & {
	/** The name of the party; null without one. */
	party: string | null
	/** The beginning of the visit; then the title and the quantity of the first line. */
	startsAt: Date | null
	title: LocalText | null
	quantity: number | null
	/** The telephone number or mail address by which it was found; null when it was found otherwise. */
	contact: string | null
}

/**
 * The bounds of a search for orders. `from`: the first day of the visits whose names and telephone numbers are
 * searched; null: all. `limit`: the most hits. `payLink`: the keyed hash of the typed text as the code of a pay link;
 * null when it cannot be one.
 */
type Search = { from: Day | null; today: Day; limit: number; payLink?: string | null }

/**
 * Finds orders by number, by the code of a pay link or a voucher, or by what the customer left: each word of `asked` in
 * name, party or mail address, or the digits in a telephone number. Ignores case, accents, and spaces and signs in a
 * telephone number. Orders of today come first, then those to come, then past ones; those of one day by their start
 * time. With `from` it reads `order_names`, which has the orders of the last three months alone, so that its time does
 * not grow with the past (faults N220).
 */
export async function searchOrders(
	asked: string,
	{ from, today, limit, payLink = null }: Search,
): Promise<FoundOrder[]> {
	const words = wordsAsked(asked)
	if (words.length === 0) return []
	const { person, party, number, day, createdAt } = orders
	const digits = digitsAsked(asked)
	const named =
		from === null
			? sql`select id from orders
				where ${isOf(words, digits, { words: sql`order_words(${person}, ${party})`, digits: sql`order_digits(${person})` })}`
			: sql`(select order_id from order_names
				where ${gte(orderNames.day, from)} and ${isOf(words, digits, orderNames)}
				order by ${nearestDays(orderNames.day, today)} limit ${limit})`
	const matching = sql`(
		select id from orders where ${inArray(number, numbersAsked(asked, today))}
		union ${withCode(asked, payLink)} union ${named})`
	const start = sql`(select min(starts_at) from order_lines where order_id = orders.id)`
	const first = sql`(select json_build_object('title', title, 'quantity', quantity, 'startsAt', ${start})
		from order_lines where order_id = orders.id order by position limit 1)`
	const rows = await db
		.select({
			...columns,
			party,
			first: first.mapWith(readFirst),
		})
		.from(orders)
		.where(inArray(orders.id, matching))
		.orderBy(nearestDays(day, today), start, desc(createdAt))
		.limit(limit)
	return rows.map(({ party, first, ...row }) => ({
		...known(row),
		...first,
		party: party?.name ?? null,
		contact: contactBy(row.person, words, digits),
	}))
}

/**
 * SQL for the ids of orders that are paid by a pay link with this code, or that sold or were paid by a voucher with it.
 */
function withCode(asked: string, payLink: string | null): SQL {
	const code = normaliseCode(asked)
	return sql`select id from orders where pay_link = ${payLink}
		union select order_id from order_lines
			where id in (select order_line_id from vouchers where code = ${code})
		union select order_id from redemptions
			where order_id is not null and voucher_id in (select id from vouchers where code = ${code})`
}

/**
 * SQL that sorts the hits of a search: visits of today, then the days to come, then past days from the newest on, last
 * orders without a day.
 */
function nearestDays(day: SQLWrapper, today: Day): SQL {
	return sql`${day} = ${today} desc nulls last, ${day} > ${today} desc nulls last,
		case when ${day} >= ${today} then ${day} end, ${day} desc nulls last`
}

/** Finds the orders of any age that the terminal lists for a search, `limit` at most. */
export function listOrdersAbout(asked: string, today: Day, limit: number): Promise<KnownOrder[]> {
	return searchOrders(asked, { from: null, today, limit })
}

/**
 * Finds the name nearest to a typed word that has no hit, among first, family and party names of visits from `from` on.
 * The name differs by one letter, or by two from six letters on; null when there is none, and for words of fewer than
 * four letters.
 */
export async function findNameLike(asked: string, from: Day): Promise<string | null> {
	const word = folded(asked.trim())
	if (word.length < 4 || /[\s\d@]/.test(word)) return null
	const hasPiece = (text: SQL) => or(...piecesOf(word).map((piece) => holds(text, piece)))
	// Every name near the word contains one of its pieces unchanged, so that few names are compared letter by letter.
	const rows = await db.execute<{ name: string; orderId: string }>(sql`
		select distinct on (name) name, order_id as "orderId"
		from (select order_id, unnest(string_to_array(words, ' ')) as name from order_names
			where ${gte(orderNames.day, from)} and ${hasPiece(sql`words`)}) as names
		where ${hasPiece(sql`name`)} and name !~ '[@0-9]'
			and length(name) between ${word.length - 2} and ${word.length + 2}
		limit ${MOST_NAMES}`)
	const [near] = rows
		.filter(({ name }) => isNear(name, word))
		.toSorted((one, other) => distance(one.name, word) - distance(other.name, word))
	return near ? nameAsWritten(near.orderId, near.name) : null
}

const MOST_NAMES = 20_000

/**
 * Finds the name in an order whose folded form this is, as its customer wrote it; null when the order has no such name.
 */
async function nameAsWritten(orderId: string, name: string): Promise<string | null> {
	const { person, party } = orders
	const [row] = await db.select({ person, party }).from(orders).where(eq(orders.id, orderId))
	const names = [row?.person.firstName, row?.person.lastName, row?.party?.name]
	const written = names.flatMap((it) => it?.split(/\s+/) ?? [])
	return written.find((it) => folded(it) === name) ?? null
}

/** The names and telephone numbers of an order in SQL, folded as `asked-words` folds what is typed. */
type Names = { words: SQLWrapper; digits: SQLWrapper }

/**
 * SQL that is true when an order's names contain each of these words, in one of its spellings, or its telephone numbers
 * contain these digits.
 */
function isOf(
	words: readonly (readonly string[])[],
	digits: string | null,
	names: Names,
): SQL | undefined {
	return or(
		and(...words.map((spellings) => or(...spellings.map((word) => holds(names.words, word))))),
		digits === null ? undefined : holds(names.digits, digits),
	)
}

/** SQL that is true when a text contains another one. */
function holds(text: SQLWrapper, part: string): SQL {
	return sql`position(${part} in ${text}) > 0`
}

function contactBy(
	{ phone, mobile, email }: Pick<OrderedPerson, 'phone' | 'mobile' | 'email'>,
	words: readonly (readonly string[])[],
	digits: string | null,
): string | null {
	const numbers = [phone, mobile].filter((it) => it !== null && it !== undefined)
	const number = digits && numbers.find((it) => it.replaceAll(/\D/g, '').includes(digits))
	if (number) return number
	const address = folded(email)
	return words.some(([word = '']) => address.includes(word)) ? email : null
}

type First = Pick<FoundOrder, 'startsAt' | 'title' | 'quantity'>

function readFirst(value: unknown): First {
	const first = value as { title: LocalText; quantity: number; startsAt: string | null } | null
	const startsAt = first?.startsAt ? new Date(first.startsAt) : null
	return { title: first?.title ?? null, quantity: first?.quantity ?? null, startsAt }
}

const columns = {
	number: orders.number,
	state: orders.state,
	cancelledAt: orders.cancelledAt,
	person: orders.person,
	day: orders.day,
	total: orders.total,
	onSite: orders.onSite,
	paidOnSite,
}

type Row = Pick<typeof orders.$inferSelect, Exclude<keyof typeof columns, 'paidOnSite'>> & {
	paidOnSite: Cents
}

function known({ person, ...row }: Row): KnownOrder {
	const { number, day, total } = row
	const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
	return { number, state: shownState(row), name, day, total, left: leftOnSite(row) }
}
