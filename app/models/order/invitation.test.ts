import { expect, test } from 'vitest'

import { invitationTo, shownName } from '#app/models/order/invitation.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const kept = { today: '2026-11-20', keptDays: 7 }
const day = sampleOrder.day ?? ''
const cancelledAt = new Date('2026-11-10T12:00:00Z')
const undated = sampleOrder.lines.map((line) => ({ ...line, startsAt: null, endsAt: null }))

test('an invitation to a paid party tells the occasion, a first name and the time, and nothing else of its order', () => {
	const party = { type: 'birthday' as const, name: 'Byron King', contactPerson: 'Ada Lovelace' }
	expect(invitationTo(sampleVenue, { ...sampleOrder, party }, kept)).toEqual({
		type: 'birthday',
		name: 'Byron',
		day,
		startsAt: new Date('2026-11-28T13:00:00Z'),
		endsAt: new Date('2026-11-28T15:30:00Z'),
		isCancelled: false,
		movedFrom: null,
		sequence: 0,
	})
})

const [birthday, pizza, ticket] = sampleOrder.lines
const at = (startsAt: string, endsAt: string) => ({
	startsAt: instantAt(day, startsAt),
	endsAt: instantAt(day, endsAt),
})

test.each<[string, (OrderLine | undefined)[], ReturnType<typeof at>]>([
	[
		'tickets for the whole day tell guests nothing',
		[birthday, pizza, ticket && { ...ticket, ...at('10:00', '20:00') }],
		at('14:00', '16:30'),
	],
	[
		'nor does a round that anybody may play',
		[ticket && { ...ticket, position: 0, ...at('11:00', '11:20') }, birthday, pizza],
		at('14:00', '16:30'),
	],
	[
		'what belongs to the party does',
		[birthday, pizza && { ...pizza, ...at('16:30', '17:00') }],
		at('14:00', '17:00'),
	],
	[
		'without anything exclusive that the venue knows, the whole visit counts',
		[birthday && { ...birthday, productId: 'gone' }, ticket],
		at('14:00', '17:30'),
	],
])('when guests come: %s', (_, found, times) => {
	const lines = found.flatMap((line) => line ?? [])
	expect(invitationTo(sampleVenue, { ...sampleOrder, lines }, kept)).toMatchObject(times)
})

test('an invited guest hears that the party is cancelled', () => {
	const { party } = sampleOrder
	expect(
		invitationTo(sampleVenue, { ...sampleOrder, state: 'cancelled', cancelledAt, party }, kept),
	).toMatchObject({
		isCancelled: true,
	})
})

test.each<[string, Partial<Order>, boolean]>([
	['as it was', {}, false],
	[
		'to which two more guests come',
		{ lines: sampleOrder.lines.map((line) => ({ ...line, quantity: 12 })) },
		false,
	],
	['another day', { day: '2026-11-21', lines: movedTo('2026-11-21', '14:00', '16:30') }, true],
	['another time', { lines: movedTo(day, '10:00', '12:30') }, true],
])('guests see when it was: the party before was %s (faults K52)', (_, before, isMoved) => {
	const party = { day, lines: sampleOrder.lines, ...before }
	const order = { ...sampleOrder, revision: 3 }
	const invited = invitationTo(sampleVenue, order, { ...kept, before: party })
	expect(invited?.movedFrom ?? null).toEqual(
		isMoved ? { day: party.day, ...timesOf(party.lines) } : null,
	)
	expect(invited).toMatchObject({ day, sequence: 2 })
	const cancelled = { ...order, state: 'cancelled' as const, cancelledAt }
	const told = invitationTo(sampleVenue, cancelled, { ...kept, before: party })
	expect(told).toMatchObject({ isCancelled: true, movedFrom: null, sequence: 3 })
})

function movedTo(to: string, startsAt: string, endsAt: string): OrderLine[] {
	return sampleOrder.lines.map((line) =>
		line.startsAt === null
			? line
			: { ...line, startsAt: instantAt(to, startsAt), endsAt: instantAt(to, endsAt) },
	)
}

function timesOf([line]: readonly OrderLine[]) {
	return { startsAt: line?.startsAt, endsAt: line?.endsAt }
}

test.each<[string, Partial<Order>, string, boolean]>([
	['paid', {}, '2026-11-20', true],
	['on its day', {}, '2026-11-28', true],
	['just over', { state: 'completed' }, '2026-12-05', true],
	['over for longer', { state: 'completed' }, '2026-12-06', false],
	['not yet paid', { state: 'pendingPayment' }, '2026-11-20', false],
	['given up before it was paid', { state: 'cancelled' }, '2026-11-20', false],
	['cancelled', { state: 'cancelled', cancelledAt }, '2026-11-20', true],
	['expired', { state: 'expired' }, '2026-11-20', false],
	['tickets alone', { party: null }, '2026-11-20', false],
	['a gift voucher', { day: null, party: null }, '2026-11-20', false],
	['without a time', { lines: undated }, '2026-11-20', false],
])('%s', (_, order, today, isOpen) => {
	expect(invitationTo(sampleVenue, { ...sampleOrder, ...order }, { ...kept, today }) !== null).toBe(
		isOpen,
	)
})

test.each([
	['birthday', 'Mia', 'Mia'],
	['birthday', ' Mia Becker ', 'Mia'],
	['birthday', 'Anna-Lena Müller-Lüdenscheidt', 'Anna-Lena'],
	['birthday', 'Mia und Tom', 'Mia und Tom'],
	['birthday', 'Mia und Tom Becker', 'Mia und Tom'],
	['birthday', 'Mia, Tom & Ida Becker', 'Mia, Tom & Ida'],
	['bride', 'Anna Becker', 'Anna'],
	['company', 'Becker und Söhne GmbH', 'Becker und Söhne GmbH'],
	['team', 'FC Sternhausen', 'FC Sternhausen'],
] as const)('%s of %j is shown as %j', (type, name, shown) => {
	expect(shownName({ type, name })).toBe(shown)
})
