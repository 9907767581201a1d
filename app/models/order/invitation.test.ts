import { expect, test } from 'vitest'

import { invitationTo, shownName } from '#app/models/order/invitation.ts'
import type { Order } from '#app/models/order/order.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const kept = { today: '2026-11-20', keptDays: 7 }
const day = sampleOrder.day ?? ''
const cancelledAt = new Date('2026-11-10T12:00:00Z')
const undated = sampleOrder.lines.map((line) => ({ ...line, startsAt: null, endsAt: null }))

test('a paid party: what, who by first name, when; nothing else of its order', () => {
	const party = { type: 'birthday' as const, name: 'Byron King', contactPerson: 'Ada Lovelace' }
	expect(invitationTo({ ...sampleOrder, party }, kept)).toEqual({
		type: 'birthday',
		name: 'Byron',
		day,
		startsAt: new Date('2026-11-28T13:00:00Z'),
		endsAt: new Date('2026-11-28T16:30:00Z'),
		isCancelled: false,
	})
})

test('whoever was invited hears that it is cancelled', () => {
	const { party } = sampleOrder
	expect(
		invitationTo({ ...sampleOrder, state: 'cancelled', cancelledAt, party }, kept),
	).toMatchObject({
		isCancelled: true,
	})
})

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
	expect(invitationTo({ ...sampleOrder, ...order }, { ...kept, today }) !== null).toBe(isOpen)
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
