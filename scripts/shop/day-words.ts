import { defaultLocale, inLocale } from '#app/i18n/i18n.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import {
	headsPerHalfHour,
	isWorthSaying,
	nameOfResource,
	wantedExtras,
	type Visit,
} from '#app/models/order/visit.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { forTerminal, money, times } from '#scripts/shop/terminal.ts'
import type { TerminalWords } from '#scripts/shop/words.ts'

/**
 * Writes the run sheet of a day: a line for each booking, and below it its products, its places with their times, the
 * remainder, the party and the answers; then guests by the half hour, and the extras of the whole day.
 */
export function runSheet(venue: Venue, visits: readonly Visit[], words: TerminalWords): string[] {
	const heads = headsPerHalfHour(venue, visits).map(({ time, heads }) => `    ${time}  ${heads}`)
	const extras = wantedExtras(venue, visits).map(({ title, quantity, byTime }) => {
		const parts = byTime.map((it) => `${it.time || words.anyTime} ${it.quantity}`)
		return `    ${quantity} ${title.de}${byTime.length > 1 ? ` (${parts.join(', ')})` : ''}`
	})
	const zone = inLocale(nameOfResource(venue, venue.entry.resource), defaultLocale)
	return [
		...visits.flatMap((visit) => wordsOf(venue, visit, words)),
		...(heads.length > 0 ? [words.guestsIn(zone), ...heads] : []),
		...(extras.length > 0 ? [words.extrasOfTheDay, ...extras] : []),
	].map(forTerminal)
}

function wordsOf(venue: Venue, visit: Visit, words: TerminalWords): string[] {
	const { number, name, phones, email, lines, places, left, party, answers } = visit
	const whole = times(visit.startsAt, visit.endsAt)
	const contact = phones.length > 0 ? phones : [email]
	const rooms = places.filter((place) => isWorthSaying(venue, place))
	return [
		`${number}  ${whole}  ${[name, ...contact].join(', ')}`,
		...lines.map((line) => `    ${bookedAs(line, whole, rooms.length > 0)}`),
		...rooms.map(({ resourceId, units, isRoom, from, until }) => {
			const resource = inLocale(nameOfResource(venue, resourceId), defaultLocale)
			return `    ${times(from, until)} ${resource}${isRoom ? '' : `, ${units}`}`
		}),
		...(left > 0 ? [`    ${words.toPay}: ${money(left)}`] : []),
		...(party ? [`    ${words.partyOf(party.type)}: ${party.name}`] : []),
		...(party?.contactPerson ? [`    ${words.contactPerson}: ${party.contactPerson}`] : []),
		...Object.values(answers).map(({ label, text }) => `    ${label.de}: ${text}`),
	]
}

/**
 * Writes a line with its own times where they differ from those of the whole visit, and with its room where no places
 * are listed.
 */
export function bookedAs(line: OrderLine, whole: string, areRoomsListed: boolean): string {
	const { quantity, title, detail, startsAt, endsAt } = line
	const room = areRoomsListed ? null : roomWords({ title, room: detail }, defaultLocale)
	const own = times(startsAt, endsAt)
	const when = own !== '' && own !== whole ? `, ${own}` : ''
	return `${quantity} ${title.de}${room ? `, ${room}` : ''}${when}`
}
