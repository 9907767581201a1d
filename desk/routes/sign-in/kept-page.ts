import { day, type Day } from '#app/models/venue/slot.ts'
import type { DeskKey, DeskMessage } from '#desk/i18n/words.ts'

/** The headings of the page that a kept form was sent from, and the number of its booking. */
type KeptPage = { names: DeskMessage[]; booking: string | null }

const ofBookings = new Map<string, DeskKey>([
	['rest', 'booking.restForm.heading'],
	['undo', 'booking.undoForm.heading'],
	['pay-back', 'booking.payBackForm.heading'],
	['notes', 'booking.notes.heading'],
	['email', 'booking.letters.heading'],
	['letters', 'booking.letters.heading'],
	['change', 'booking.acts.change'],
	['move', 'booking.acts.move'],
	['cancel', 'booking.cancelForm.heading'],
	['on-site', 'booking.onSiteForm.heading'],
	['give-up', 'booking.giveUpForm.heading'],
	['refund', 'booking.refundForm.heading'],
])

const ofDays = new Map<string, DeskKey>([
	['block', 'block.name'],
	['lift', 'rooms.name'],
	['close', 'close.name'],
	['read', 'today.changes.name'],
])

const others = new Map<string, DeskKey>([
	['new', 'phone.title'],
	['staff', 'staff.title'],
	['me', 'me.title'],
	['keys', 'keys.heading'],
	['bookings', 'search.name'],
])

/** Returns the headings of the page from which a kept form was sent to `path`; none for an unknown address. */
export function keptPage(path: string, nameOf: (day: Day) => string): KeptPage {
	const [, area = '', thing = '', act = ''] = path.split(/[/?]/)
	if (area === 'bookings' && thing !== '') {
		const key = ofBookings.get(act)
		const booking: DeskMessage = { key: 'booking.title', values: { number: thing } }
		return key ? { names: [{ key }, booking], booking: thing } : { names: [], booking: null }
	}
	const isDay = area === 'day' && day.safeParse(thing).success
	const key = isDay ? ofDays.get(act) : others.get(area)
	const values = isDay ? { values: { day: nameOf(thing) } } : {}
	return { names: key ? [{ key, ...values }] : [], booking: null }
}
