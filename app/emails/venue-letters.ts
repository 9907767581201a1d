import type { TFunction } from 'i18next'

import { comparison } from '#app/emails/comparison.ts'
import { paragraph, quoted, type Block, type Fact } from '#app/emails/letter.ts'
import { mailOf, type Mail } from '#app/emails/mail.ts'
import { defaultLocale, inLocale } from '#app/i18n/i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { kindOfRevision } from '#app/models/order/difference.ts'
import type { Order } from '#app/models/order/order.ts'
import { daySheet, namedPlaces, type NamedPlace, type Visit } from '#app/models/order/visit.ts'
import { isAboutHealth } from '#app/models/product/answer.ts'
import { formatDay, formatTimeRange, formatTimes } from '#app/models/venue/date-format.ts'
import { dayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

// Letters to the venue's staff, in the language of the venue.

const locale = defaultLocale

/** Writes the letter that tells the staff of a booked party, room or attraction. */
export function bookingLetter(
	{ venue, visit }: { venue: Venue; visit: Visit },
	t: TFunction,
): Mail {
	const { startsAt, number } = visit
	const [first] = visit.lines
	const day = startsAt ? formatDay(dayOf(startsAt), locale, 'full') : ''
	const what = first ? inLocale(first.title, locale) : number
	const subject = t('mail.venue.booking.subject', { what, day })
	const dayFact = { label: t('mail.confirmation.day'), value: day, strong: true }
	return mailOf({ subject, venue, locale }, [
		paragraph(t('mail.venue.booking.what', { number })),
		{ kind: 'facts', facts: [dayFact, ...factsOf({ venue, visit }, namedPlaces(venue, visit), t)] },
	])
}

/** Writes the letter that tells the staff of a rest that was paid online: the till has that much less to take. */
export function restNote(
	{ venue, visit, amount }: { venue: Venue; visit: Visit; amount: Cents },
	t: TFunction,
): Mail {
	const { startsAt, number } = visit
	const day = startsAt ? formatDay(dayOf(startsAt), locale, 'full') : ''
	const subject = t('mail.venue.rest.subject', { number, day })
	return mailOf({ subject, venue, locale }, [
		paragraph(t('mail.venue.rest.what', { number, amount: euros(amount, locale) })),
		{ kind: 'facts', facts: factsOf({ venue, visit }, namedPlaces(venue, visit), t) },
	])
}

/**
 * Writes the letter that tells the staff of a party that was changed or moved: before and now, then all of it as it is.
 */
export function revisionNote(
	{ venue, visit, made }: { venue: Venue; visit: Visit; made: { before: Order; order: Order } },
	t: TFunction,
): Mail {
	const { before, order } = made
	const { number } = visit
	const dayOfOrder = ({ day }: Order) => (day ? formatDay(day, locale, 'ofYear') : '')
	const kind = kindOfRevision(before, order)
	const values = { number, day: dayOfOrder(order), before: dayOfOrder(before) }
	const isSameDay = before.day === order.day
	const key = kind === 'moved' && isSameDay ? 'movedTime' : kind
	return mailOf({ subject: t(`mail.venue.revision.${key}`, values), venue, locale }, [
		...(kind === 'texts' ? [] : comparison(before, order, t)),
		{ kind: 'heading', text: t('mail.venue.revision.now') },
		{ kind: 'facts', facts: factsOf({ venue, visit }, namedPlaces(venue, visit), t) },
	])
}

/** Writes the letter that tells the staff of a party that was cancelled. */
export function cancellationNote(
	{ venue, visit, isByCustomer }: { venue: Venue; visit: Visit; isByCustomer: boolean },
	t: TFunction,
): Mail {
	const { startsAt, number } = visit
	const day = startsAt ? formatDay(dayOf(startsAt), locale, 'full') : ''
	const by = isByCustomer ? 'byCustomer' : 'byVenue'
	return mailOf({ subject: t('mail.venue.cancelled.subject', { number, day }), venue, locale }, [
		paragraph(t(`mail.venue.cancelled.${by}`, { number })),
		{ kind: 'facts', facts: factsOf({ venue, visit }, [], t) },
	])
}

/**
 * Writes the letter with the sheet of a day for the staff: every booking, then guests by the half hour and all extras.
 */
export function dayLetter(
	{ venue, day, visits }: { venue: Venue; day: Day; visits: readonly Visit[] },
	t: TFunction,
): Mail {
	const subject = t('mail.venue.day.subject', { day: formatDay(day, locale, 'full') })
	if (visits.length === 0)
		return mailOf({ subject, venue, locale }, [paragraph(t('mail.venue.day.nobody'))])

	const sheet = daySheet(venue, visits)
	const zone = inLocale(sheet.zone, locale)
	return mailOf({ subject, venue, locale }, [
		paragraph(t('mail.venue.day.bookings', { count: visits.length })),
		...sheet.visits.flatMap(({ visit, places }): Block[] => [
			{ kind: 'heading', text: [timeOf(visit), quoted(visit.name)].filter(Boolean).join(' · ') },
			{ kind: 'facts', facts: factsOf({ venue, visit }, places, t) },
		]),
		...table(
			t('mail.venue.day.heads', { zone }),
			sheet.heads.map(({ time, heads }) => ({ label: time, value: String(heads) })),
		),
		...table(
			t('mail.venue.day.extras'),
			sheet.extras.map(({ title, quantity, byTime }) => ({
				label: inLocale(title, locale),
				value: [
					String(quantity),
					...byTime.map((part) => [part.time, part.quantity].filter(Boolean).join(': ')),
				].join('\n'),
			})),
		),
	])
}

function table(text: string, facts: Fact[]): Block[] {
	if (facts.length === 0) return []
	return [
		{ kind: 'heading', text },
		{ kind: 'facts', sums: true, facts },
	]
}

function timeOf({ startsAt, endsAt }: Visit): string {
	return startsAt && endsAt ? formatTimeRange(startsAt, endsAt, locale) : ''
}

function factsOf(
	{ venue, visit }: { venue: Venue; visit: Visit },
	places: readonly NamedPlace[],
	t: TFunction,
): Fact[] {
	const { number, name, email, phones, lines, left, party, answers } = visit
	const facts: (Fact | false)[] = [
		{ label: t('mail.confirmation.number'), value: number },
		{ label: t('mail.confirmation.time'), value: timeOf(visit), strong: true },
		{
			label: t('mail.venue.customer'),
			value: [...[name, ...phones].map(quoted), email ?? []].flat().join('\n'),
		},
		party !== null && {
			label: t('mail.confirmation.party'),
			value: t(`mail.party.${party.type}`, { name: quoted(party.name) }),
		},
		Boolean(party?.contactPerson) && {
			label: t('mail.confirmation.contactPerson'),
			value: quoted(party?.contactPerson ?? ''),
		},
		{
			label: t('mail.venue.lines'),
			value: lines.map((line) => `${line.quantity} × ${inLocale(line.title, locale)}`).join('\n'),
		},
		places.length > 0 && {
			label: t('mail.venue.rooms'),
			value: places
				.map(({ name, units, from, until }) => {
					const place = inLocale(name, locale)
					return `${formatTimes(from, until, locale)} ${place}${units === null ? '' : ` (${units})`}`
				})
				.join('\n'),
		},
		...Object.entries(answers).map(([productId, { label, text }]) => {
			const isHidden = isAboutHealth(venue, productId, text)
			const value = isHidden ? t('mail.venue.answer', { number }) : quoted(text)
			return { label: inLocale(label, locale), value, strong: isHidden }
		}),
		left > 0 && { label: t('mail.venue.left'), value: euros(left, locale), strong: true },
	]
	return facts.filter((fact) => fact !== false).filter(({ value }) => value !== '')
}
