import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { countAllHeads, guestLines } from '#app/models/booking/headcount.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import { noShowOf } from '#app/models/order/policy.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { mayCountOn } from '#app/models/staff/till-rights.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { Typed } from '#desk/http/typed.server.ts'
import { refusedWords, type Dossier } from '#desk/routes/booking/dossier.server.ts'

/**
 * The numbers of guests who came, as they were typed, by the name of their field; `step` is the plus or minus that was
 * pressed, such as 'came.2:-1'.
 */
type TypedCounts = { came: Readonly<Record<string, string>>; step?: string | undefined }

/**
 * A line with guests, the name of its field, and how many were booked and came; `came` is null for text that is no
 * number.
 */
export type Counted = { line: OrderLine; name: string; booked: number; came: number | null }

/**
 * The lines to count, none where this person may not count; `isEarly` is true when the person typed a count before the
 * day of the visit, which the level 'counter' may not (faults N376).
 */
type Counting = { counts: Counted[]; isEarly: boolean }

/**
 * Returns the fields that say how many guests came: 'came' where one line has guests, else 'came.' and a line's
 * position.
 */
export function countsIn(typed: Typed): Record<string, string> {
	return Object.fromEntries(
		Object.entries(typed).filter(([name]) => /^came(\.\d{1,3})?$/.test(name)),
	)
}

/**
 * Lists the lines with guests of a confirmed booking, each with the typed number of those who came, or with all booked
 * guests where nothing was typed. Lists none before the day on which this member of staff may count.
 */
export function countedLines(
	{ history: { order }, staff }: Dossier,
	typed: TypedCounts | null,
): Counting {
	if (order.state !== 'confirmed') return { counts: [], isEarly: false }
	if (order.day && !mayCountOn(staff, { day: order.day, today: today(now()) }))
		return { counts: [], isEarly: Object.values(typed?.came ?? {}).some((text) => text !== '') }
	const lines = guestLines(currentVenue(), order)
	const counts = lines.map((line) => {
		const name = lines.length === 1 ? 'came' : `came.${line.position}`
		return { line, name, booked: line.quantity, came: cameOf(typed, name, line.quantity) }
	})
	return { counts, isEarly: false }
}

function cameOf(typed: TypedCounts | null, name: string, booked: number): number | null {
	const text = typed?.came[name] ?? ''
	if (text === '') return booked
	if (!/^\d{1,4}$/.test(text)) return null
	const [stepped, by] = typed?.step?.split(':') ?? []
	return Math.max(0, Number(text) + (stepped === name ? Number(by) : 0))
}

/** The change that a headcount makes of a booking, its plan, and what the page says about it. */
export type Count = {
	asked: AskedChange | null
	plan: Plan | null
	hint: string | null
	problem: string | null
}
const noCount: Count = { asked: null, plan: null, hint: null, problem: null }

/**
 * Decides the change that a headcount makes. There is none where all booked guests came, where the policy bills guests
 * who do not come, and where a number cannot be read.
 */
export async function countOf(dossier: Dossier, counts: readonly Counted[]): Promise<Count> {
	const { order } = dossier.history
	const { t } = dossier.words
	const venue = currentVenue()
	const billed = counts.map((count) => ({ ...count, counted: billedOf(count, counts) }))
	if (billed.some(({ counted }) => counted === null)) return noCount
	const all = sumOf(billed.map(({ counted }) => counted))
	const hint =
		all > sumOf(counts.map(({ came }) => came))
			? t('booking.restForm.counted', { guests: t('booking.guests', { count: all }) })
			: null
	const changed = billed.filter(({ counted, booked }) => counted !== booked)
	if (changed.length === 0) return { ...noCount, hint }
	const isBilled = changed.some(
		({ line, counted, booked }) =>
			(counted ?? 0) < booked && noShowOf(venue, order, line) === 'billed',
	)
	if (isBilled) return { ...noCount, hint: t('booking.restForm.billed') }
	const came = changed.map(({ line, counted }) => ({
		position: line.position,
		came: counted ?? 0,
	}))
	const asked = countAllHeads(venue, order, came)
	if (!asked.ok) return { ...noCount, hint, problem: refusedWords(dossier, asked) }
	const plan = await previewRevision(order, asked.value, now(), actorOf(dossier.staff))
	if (!plan.ok) return { ...noCount, hint, problem: refusedWords(dossier, plan) }
	return { asked: asked.value, plan: plan.value, hint, problem: null }
}

/**
 * Returns the number of guests for which a line is billed: those who came, and no fewer than the smaller of the booked
 * number and the product's minimum. Tickets may be billed for nobody as long as guests of some line came. Null for a
 * number that cannot be read.
 */
function billedOf({ line, booked, came }: Counted, counts: readonly Counted[]): number | null {
	if (came === null) return null
	const product = findProduct(currentVenue(), line.productId)
	const isBeside = product?.kind === 'ticket' && counts.some((other) => (other.came ?? 0) > 0)
	const least = isBeside ? 0 : (product?.quantity.min ?? 1)
	return Math.max(came, Math.min(booked, least))
}

/** Returns the sum of numbers of guests, where null adds nothing. */
export function sumOf(numbers: readonly (number | null)[]): number {
	return numbers.reduce((all: number, number) => all + (number ?? 0), 0)
}

/** Returns the field of each line to count, with the title of the line where there are several. */
export function countFields({ words: { locale } }: Dossier, counts: readonly Counted[]) {
	return counts.map(({ line, name, booked, came }) => ({
		name,
		what: counts.length > 1 ? inLocale(line.title, locale) : null,
		booked,
		came: came === null ? '' : String(came),
	}))
}
