import { inLocale, languageTags, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { formatDay, formatTimes } from '#app/models/venue/date-format.ts'
import type { DiffRow } from '#app/routes/booking/diff-table.tsx'

type Contents = { before: RevisionContent; after: RevisionContent }
type Line = RevisionContent['lines'][number]

/** A line of a booking before and after a change; null on the side where it does not exist. */
type Pair = { before: Line | null; after: Line | null }

/** The lines of both contents side by side, in the order of the booking. */
export function pairsOf({ before, after }: Contents): Pair[] {
	const known = before.lines.map((line) => ({
		before: line,
		after: after.lines.find(({ position }) => position === line.position) ?? null,
	}))
	const added = after.lines
		.filter(({ position }) => !before.lines.some((line) => line.position === position))
		.map((line) => ({ before: null, after: line }))
	return [...known, ...added]
}

/** The numbers that differ between two contents: guests, menus, extras, and the room of a package. */
export function numberRows({ t, locale }: Words, contents: Contents): DiffRow[] {
	return pairsOf(contents).flatMap((pair) => {
		const line = pair.after ?? pair.before
		if (!line) return []
		const rows: DiffRow[] = []
		if (pair.before?.quantity !== pair.after?.quantity)
			rows.push({
				term: isCountedInGuests(contents, line)
					? t('changing.guestsOf', { name: nameOf(line, locale) })
					: nameOf(line, locale),
				was: number(pair.before),
				now: number(pair.after),
			})
		const [was, now] = [pair.before, pair.after].map((side) => side && roomOf(side, locale))
		if (was && now && was !== now) rows.push({ term: t('changing.room'), was, now, isText: true })
		return rows
	})
}

/** The new day and time of a moved booking, and the prices that depend on the day. */
export function whenRows({ t, locale }: Words, { before, after }: Contents): DiffRow[] {
	const day = (of: RevisionContent) => (of.day ? formatDay(of.day, locale, 'short') : '–')
	const time = (of: RevisionContent) => timesOf(of, locale) ?? '–'
	const rows: DiffRow[] = [
		{ term: t('moving.day'), was: day(before), now: day(after) },
		{ term: t('moving.time'), was: time(before), now: time(after) },
	]
	const prices = pairsOf({ before, after }).flatMap(({ before: was, after: now }) =>
		was && now && was.unitPrice !== now.unitPrice
			? [
					{
						term: t('moving.priceOf', { name: nameOf(now, locale) }),
						was: euros(was.unitPrice, locale),
						now: euros(now.unitPrice, locale),
					},
				]
			: [],
	)
	return [...rows.filter(({ was, now }) => was !== now), ...prices]
}

/** The sums before and after; the last one is what is left to pay at the venue. */
export function sumRows(
	{ t, locale }: Words,
	{ before, after }: Contents,
	paidOnSite: Cents,
): DiffRow[] {
	const row = (term: string, was: Cents, now: Cents): DiffRow => ({
		term,
		was: euros(was, locale),
		now: euros(now, locale),
	})
	const discount =
		before.discount === after.discount
			? []
			: [row(t('changing.discount'), before.discount, after.discount)]
	const voucher =
		before.voucher === after.voucher
			? []
			: [row(t('changing.voucher'), before.voucher, after.voucher)]
	const rest = (of: RevisionContent) => cents(Math.max(0, of.onSite - paidOnSite))
	return [
		...discount,
		row(t('changing.total'), before.total, after.total),
		...voucher,
		row(t('changing.paid'), before.online, after.online),
		{ ...row(t('changing.onSite'), rest(before), rest(after)), isDue: true },
	]
}

/** The sentence that names what stays: 'Alles andere bleibt: Termin, Partyraum Venus, 3 × Spaghettinebel.' */
export function stayWords({ t, locale }: Words, contents: Contents): string | null {
	const same = pairsOf(contents).flatMap(({ before: was, after: now }) => {
		if (!was || !now) return []
		const room = roomOf(was, locale)
		const rooms = room && room === roomOf(now, locale) ? [room] : []
		if (was.quantity !== now.quantity) return rooms
		const name = nameOf(now, locale)
		return [now.quantity === 1 ? name : `${now.quantity}\u00a0× ${name}`, ...rooms]
	})
	const things = [...(staysThen(contents, locale) ? [t('changing.when')] : []), ...same]
	if (things.length === 0) return null
	return t('changing.stays', { things: new Intl.ListFormat(languageTags[locale]).format(things) })
}

/** True for a booking that keeps its day and its times. */
export function staysThen({ before, after }: Contents, locale: Locale): boolean {
	return before.day === after.day && timesOf(before, locale) === timesOf(after, locale)
}

/** '14:00–16:00', from the first start to the last end; null for a booking without times. */
function timesOf({ lines }: RevisionContent, locale: Locale): string | null {
	const starts = lines.flatMap(({ startsAt }) => startsAt ?? []).toSorted()
	const ends = lines.flatMap(({ endsAt }) => endsAt ?? []).toSorted()
	const [from, until] = [starts[0], ends.at(-1)]
	return from && until ? formatTimes(new Date(from), new Date(until), locale) : null
}

/** '+ 25,90 €', '− 36,00 €' */
export function signed(amount: Cents, locale: Locale): string {
	const sign = amount < 0 ? '−' : '+'
	return `${sign}\u00a0${euros(cents(Math.abs(amount)), locale)}`
}

function number(line: Line | null): string {
	return line ? String(line.quantity) : '–'
}

function nameOf({ title }: { title: LocalText }, locale: Locale): string {
	return inLocale(title, locale)
}

function roomOf(line: Line, locale: Locale): string | null {
	return roomWords({ title: line.title, room: line.detail }, locale)
}

/** True for a line that other lines belong to: its number is that of its guests. */
function isCountedInGuests({ before, after }: Contents, { position }: Line): boolean {
	return [...before.lines, ...after.lines].some((line) => line.parentPosition === position)
}
