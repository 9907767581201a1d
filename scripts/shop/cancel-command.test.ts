import { expect, test } from 'vitest'

import { cents, zero } from '#app/models/money.ts'
import { sumWords } from '#scripts/shop/cancel-command.ts'
import { wordsIn } from '#scripts/shop/words.ts'

const sums = { back: cents(4500), kept: cents(1500), feeOfVoucher: cents(500) }
const terms = { ...sums, fee: cents(5256) }

test.each([
	[
		'en',
		terms,
		{ voucher: cents(2000), paidOnSite: cents(3115) },
		[
			'The accepted terms keep 52,56\u00a0€ by now: --keep 52.56.',
			'45,00\u00a0€ go back online.',
			'15,00\u00a0€ go back to the voucher.',
			'31,15\u00a0€ are given back by your till; paid-back notes it.',
		],
	],
	[
		'de',
		null,
		{ voucher: cents(500), paidOnSite: zero },
		[
			'Die angenommenen Bedingungen überlassen die Gebühr dem Haus.',
			'45,00\u00a0€ gehen online zurück.',
		],
	],
])(
	'in %s the accepted fee and the money that goes back are shown first (faults N18)',
	(lang, terms, order, lines) => {
		expect(sumWords(order, { sums, terms }, wordsIn(lang))).toEqual(lines)
	},
)
