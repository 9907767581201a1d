import { defaultLocale, inLocale } from '#app/i18n/i18n.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import type { DaySheet } from '#app/models/order/visit.ts'
import { forTerminal, money, times } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/**
 * Returns the lines of the run sheet of a day: one for each booking, and below it its products, its places with their
 * times, the rest, the party and the answers; then guests by the half hour, and the extras of the whole day.
 */
export function runSheet(
	{ visits, zone, heads, extras }: DaySheet,
	words: TerminalWords,
): string[] {
	return [
		...visits.flatMap((visit) => wordsOf(visit, words)),
		...(heads.length > 0 ? [words.guestsIn(inLocale(zone, defaultLocale))] : []),
		...heads.map((it) => `    ${it.time}  ${it.heads}`),
		...(extras.length > 0 ? [words.extrasOfTheDay] : []),
		...extras.map(({ title, quantity, byTime }) => {
			const parts = byTime.map((it) => `${it.time || words.anyTime} ${it.quantity}`)
			return `    ${quantity} ${title.de}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
		}),
	].map(forTerminal)
}

function wordsOf({ visit, places }: DaySheet['visits'][number], words: TerminalWords): string[] {
	const { number, name, phones, email, lines, left, party, answers } = visit
	const whole = times(visit.startsAt, visit.endsAt)
	const contact = phones.length > 0 ? phones : [email ?? []].flat()
	return [
		`${number}  ${whole}  ${[name, ...contact].join(', ')}`,
		...lines.map((line) => `    ${bookedAs(line, whole, places.length > 0)}`),
		...places.map(({ name, units, from, until }) => {
			const place = inLocale(name, defaultLocale)
			return `    ${times(from, until)} ${place}${units === null ? '' : `, ${units}`}`
		}),
		...(left > 0 ? [`    ${words.toPay}: ${money(left)}`] : []),
		...(party ? [`    ${words.partyOf(party.type)}: ${party.name}`] : []),
		...(party?.contactPerson ? [`    ${words.contactPerson}: ${party.contactPerson}`] : []),
		...Object.values(answers).map(({ label, text }) => `    ${label.de}: ${text}`),
	]
}

/**
 * Returns the text of an order's line: number and title, its own times where they differ from those of the whole visit,
 * and its room where no places are listed.
 */
export function bookedAs(line: OrderLine, whole: string, areRoomsListed: boolean): string {
	const { quantity, title, detail, startsAt, endsAt } = line
	const room = areRoomsListed ? null : roomWords({ title, room: detail }, defaultLocale)
	const own = times(startsAt, endsAt)
	const when = own !== '' && own !== whole ? `, ${own}` : ''
	return `${quantity} ${title.de}${room ? `, ${room}` : ''}${when}`
}
