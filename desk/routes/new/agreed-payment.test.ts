import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { canLinkEndAt } from '#app/models/payment/pay-link.ts'
import { agreedIn } from '#desk/routes/new/agreed-payment.ts'

test.each([[undefined], [''], ['tomorrow']])(
	'N295: a link that ends at %j is no payment at the venue, and cannot be made',
	(until) => {
		const agreed = agreedIn(new Map(Object.entries({ pay: 'link', ...(until && { until }) })))
		if (agreed.how !== 'byLink') throw new Error('booked without its payment')
		expect(canLinkEndAt(agreed.until, { lines: [] }, DateTime.utc())).toBe(false)
	},
)

test('payment at the venue is agreed when it was chosen', () => {
	expect(agreedIn(new Map([['pay', 'site']]))).toEqual({ how: 'onSite' })
})
