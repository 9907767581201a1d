import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pack, unpack } from '#app/ui/packed.ts'

test('a packed value comes out as it went in, whatever it says', () => {
	fc.assert(
		fc.property(
			fc.jsonValue(),
			fc.string({ unit: fc.constantFrom('"', '~', '\\', '\0', '<', 'ä') }),
			(value, text) => {
				const whole = JSON.parse(JSON.stringify({ value, text, [text]: [text] }))
				expect(unpack(pack(whole))).toEqual(whole)
			},
		),
	)
})

test('a packed value has no quotes of its own', () => {
	expect(pack({ name: 'Menü', price: 890 })).toBe('{~name~:~Menü~,~price~:890}')
})
