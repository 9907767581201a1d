import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { dayPlan } from '#app/models/order/day-plan.ts'
import type { OrderLine } from '#app/models/order/order.ts'

const at = (time: string) => new Date(`2026-12-05T${time}:00Z`)

function line(position: number, productId: string, more: Partial<OrderLine> = {}): OrderLine {
	return {
		position,
		parentPosition: null,
		productId,
		title: { de: productId, en: productId },
		detail: null,
		quantity: 1,
		included: 0,
		unitPrice: cents(100),
		amount: cents(100),
		vatRate: 19,
		due: 'deposit',
		startsAt: null,
		endsAt: null,
		gift: null,
		...more,
	}
}

const room = (name: string) => ({ detail: { de: name, en: name } })

test.each([
	{ what: 'nothing with a time', lines: [line(1, 'voucher')], plan: [] },
	{
		what: 'in the order of their times, each once',
		lines: [
			line(1, 'capsule', { startsAt: at('15:00') }),
			line(2, 'adult', { startsAt: at('14:00') }),
			line(3, 'child', { startsAt: at('14:00') }),
			line(4, 'adult', { startsAt: at('14:00') }),
			line(5, 'socks'),
		],
		plan: [
			['14:00', 'adult', 'child'],
			['15:00', 'capsule'],
		],
	},
	{
		what: 'two rooms of one kind are two',
		lines: [
			line(1, 'room', { startsAt: at('14:00'), ...room('Venus') }),
			line(2, 'room', { startsAt: at('14:00'), ...room('Mars') }),
		],
		plan: [['14:00', 'room', 'room']],
	},
	{
		what: 'what belongs to a party begins with it, or at a time of its own',
		lines: [
			line(1, 'party', { startsAt: at('14:00') }),
			line(2, 'menu', { parentPosition: 1, startsAt: at('14:00') }),
			line(3, 'cake', { parentPosition: 1 }),
			line(4, 'table', { parentPosition: 1, startsAt: at('15:30') }),
		],
		plan: [
			['14:00', 'party'],
			['15:30', 'table'],
		],
	},
])('$what', ({ lines, plan }) => {
	expect(
		dayPlan({ lines }).map((step) => [
			step.startsAt.toISOString().slice(11, 16),
			...step.lines.map(({ productId }) => productId),
		]),
	).toEqual(plan)
})
