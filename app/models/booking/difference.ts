import { DateTime } from 'luxon'

import { inLocale, languageTags, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import { cents, euros, type Cents } from '#app/models/money.ts'
import { pairLines, parentOf, type Pair } from '#app/models/order/difference.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { partyTypes } from '#app/models/party-types.ts'
import { formatDay, formatTimes } from '#app/models/venue/date-format.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/**
 * A row of the table that compares a booking before and after a change. `isDue`: the amount left to pay at the venue ·
 * `isText`: words that may need several lines · `key`: tells the rows of lines with one title apart.
 */
export type DiffRow = {
	key?: string
	term: string
	was: string
	now: string
	isDue?: boolean
	isText?: boolean
}

type Contents = { before: RevisionContent; after: RevisionContent }
type Line = RevisionContent['lines'][number]

/**
 * Lists the rows of the quantities that a change makes different (guests, menus, extras) and of the room of a package.
 */
export function numberRows({ t, locale }: Words, { before, after }: Contents): DiffRow[] {
	const pairs = pairLines(before.lines, after.lines)
	return pairs.flatMap((pair) => {
		const line = pair.after ?? pair.before
		if (!line) return []
		const rows: DiffRow[] = []
		const [name, key] = [nameOf(line, locale), keyOf(pair)]
		// Other lines belong to a package's line: its quantity is a number of guests.
		const isPackage = pairs.some((it) => parentOf(pairs, it) === pair)
		if (pair.before?.quantity !== pair.after?.quantity)
			rows.push({
				key: `pieces ${key}`,
				term: isPackage ? t('changing.guestsOf', { name }) : name,
				was: number(pair.before),
				now: number(pair.after),
			})
		const [was, now] = [pair.before, pair.after].map((side) => side && roomOf(side, locale))
		if (was && now && was !== now)
			rows.push({ key: `room ${key}`, term: t('changing.room'), was, now, isText: true })
		return rows
	})
}

/** Lists the rows of the day and the time of a booking where they differ, and the prices that change with the day. */
export function whenRows({ t, locale }: Words, { before, after }: Contents): DiffRow[] {
	const day = (of: RevisionContent) => (of.day ? formatDay(of.day, locale, 'short') : '–')
	const time = (of: RevisionContent) => timesOf(of, locale) ?? '–'
	const rows: DiffRow[] = [
		{ term: t('moving.day'), was: day(before), now: day(after) },
		{ term: t('moving.time'), was: time(before), now: time(after) },
	]
	const prices = pairLines(before.lines, after.lines).flatMap((pair) => {
		const { before: was, after: now } = pair
		return was && now && was.unitPrice !== now.unitPrice
			? [
					{
						key: `price ${keyOf(pair)}`,
						term: t('moving.priceOf', { name: nameOf(now, locale) }),
						was: euros(was.unitPrice, locale),
						now: euros(now.unitPrice, locale),
					},
				]
			: []
	})
	return [...rows.filter(({ was, now }) => was !== now), ...prices]
}

/**
 * Lists the rows of the texts that a change makes different: kind, names and contact person of the party, and answers.
 */
export function textRows(
	{ t, locale }: Words,
	before: ChangedTexts,
	after: ChangedTexts,
): DiffRow[] {
	const { party, answers } = after
	const ids = [...new Set([...Object.keys(before.answers), ...Object.keys(answers)])]
	const kind = (of: OrderedParty | null) => (of ? t(`party.types.${of.type}`) : null)
	return [
		...textRow(t('party.type'), kind(before.party), kind(party)),
		...textRow(t(`party.names.${party?.type ?? partyTypes[0]}`), before.party?.name, party?.name),
		...textRow(t('party.contactPerson'), before.party?.contactPerson, party?.contactPerson),
		...ids.flatMap((id) => {
			const label = (answers[id] ?? before.answers[id])?.label
			const term = label ? inLocale(label, locale) : id
			return textRow(term, before.answers[id]?.text, answers[id]?.text)
		}),
	]
}

/** Makes the row of a text that a change makes different; an empty list for a text that stays. */
export function textRow(
	term: string,
	was: string | null | undefined,
	now: string | null | undefined,
): DiffRow[] {
	if ((was ?? '') === (now ?? '')) return []
	return [{ term, was: was || '–', now: now || '–', isText: true }]
}

/**
 * Lists the rows of a booking's sums before and after a change; the last one is the rest, which is paid at the venue.
 */
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

/**
 * Writes the sentence that names what a change leaves as it is: 'Alles andere bleibt: Termin, Partyraum Venus, 3 ×
 * Spaghettinebel.' Null when nothing stays.
 */
export function stayWords({ t, locale }: Words, contents: Contents): string | null {
	const { before, after } = contents
	const same = pairLines(before.lines, after.lines).flatMap(({ before: was, after: now }) => {
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

/** True for a change that keeps the booking's day and times, its end too: it has no row of `whenRows` about them. */
export function staysThen({ before, after }: Contents, locale: Locale): boolean {
	return before.day === after.day && timesOf(before, locale) === timesOf(after, locale)
}

/**
 * Formats the times of a booking from its first start to its last end: '14:00–16:00'; null for a booking without times.
 */
export function timesOf({ lines }: RevisionContent, locale: Locale): string | null {
	const starts = lines.flatMap(({ startsAt }) => startsAt ?? []).toSorted()
	const ends = lines.flatMap(({ endsAt }) => endsAt ?? []).toSorted()
	const [from, until] = [starts[0], ends.at(-1)]
	return from && until ? formatTimes(DateTime.fromISO(from), DateTime.fromISO(until), locale) : null
}

/** Formats a difference of money with its sign: '+ 25,90 €', '− 36,00 €'. */
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

function keyOf({ before, after }: Pair<Line>): string {
	return `${before?.position} ${after?.position}`
}
