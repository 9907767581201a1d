import { formValues } from '#app/forms/form-values.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { askedOf } from '#app/models/booking/asked-numbers.ts'
import { withNumbers } from '#app/models/booking/typed-numbers.ts'
import { guestsOf } from '#app/models/order/guests.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { parseDay, parseTime } from '#app/models/venue/slot.ts'
import type { Typed } from '#desk/http/typed.server.ts'
import { comparedView } from '#desk/routes/booking/compared.server.ts'
import { nameOf, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { numberFields, typedNumbers } from '#desk/routes/booking/numbers.server.ts'
import { planFields, planOf, refusalOf } from '#desk/routes/booking/plan.server.ts'
import { textProblem, textsView, typedTexts } from '#desk/routes/booking/texts.server.ts'
import { waysOn } from '#desk/routes/booking/ways-on.server.ts'

export type ChangeView = Awaited<ReturnType<typeof changeView>>['view']

/**
 * Returns the change that a form asks for (`asked`), and the form in words: what was typed, the booking before and
 * after, and `problem`, the sentence why the change cannot be made.
 */
export async function changeView(dossier: Dossier, typed: Typed) {
	const venue = currentVenue()
	const { cart, numbers } = typedNumbers(dossier, formValues(typed))
	const texts = textsView(dossier, cart, numbers, typed)
	const to = moveIn(typed)
	const { price } = planFields.parse(typed)
	const change = askedOf(venue, cart, numbers, typedTexts(dossier, texts, typed))
	const asked: Asked = to ? { kind: 'move', ...to, change, price } : change
	const badText = textProblem(dossier, texts)
	const planned = badText === null ? await planOf(dossier, asked) : null
	const refused = planned && !planned.ok ? planned : null
	const { order } = dossier.history
	const day = to?.day ?? order.day
	const time = to?.time ?? visitTimes(order)?.startsAt ?? null
	const guests = guestsOf(venue, withNumbers(venue, cart, numbers))
	const ways =
		refused && day !== null ? await waysOn(dossier, refused, { day, change, cart, numbers }) : null
	return {
		asked,
		view: {
			name: nameOf(dossier),
			fields: numberFields(dossier, cart, numbers),
			texts,
			to: to && { value: typed['at'] ?? '', label: toWords(dossier, to) },
			compared: planned?.ok ? await comparedView(dossier, asked, planned.value) : null,
			problem:
				badText ??
				(refused &&
					(ways ? fullWords(dossier, { day, time }, guests) : refusalOf(dossier, refused))),
			ways,
		},
	}
}

/**
 * Returns the sentence that nothing is free for so many guests, or for the booked things, on that day and at that time.
 */
function fullWords(
	{ words: { t, locale } }: Dossier,
	{ day, time }: { day: string | null; time: Date | string | null },
	count: number,
): string {
	const at = [day && formatDay(day, locale, 'long'), time && formatTime(time, locale)]
	const when = at.filter(Boolean).join(', ')
	return count > 0
		? t('booking.changeForm.noRoom', { when, guests: t('booking.guests', { count }) })
		: t('booking.changeForm.noPlaces', { when })
}

type To = { day: string; time: string | null }

/**
 * Reads the day and time to which a form moves a booking, its field `at`: '2026-12-06 11:00', or '2026-12-06 any' for
 * things without a time. Null for any other text.
 */
function moveIn({ at = '' }: Typed): To | null {
	const [day, time] = [parseDay(at.slice(0, 10)), at.slice(11)]
	if (!day) return null
	if (time === 'any') return { day, time: null }
	const read = parseTime(time)
	return read ? { day, time: read } : null
}

function toWords({ words: { locale } }: Dossier, { day, time }: To): string {
	const said = [formatDay(day, locale, 'long'), time && formatTime(time, locale)]
	return said.filter(Boolean).join(', ')
}
