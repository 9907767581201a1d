import { expect, test } from 'vitest'
import { z } from 'zod'

import { loadFonts } from '#app/gateways/fonts.server.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { printable, unprintableIn } from '#app/models/printable.ts'
import { answersTo } from '#app/models/product/answer.ts'
import { address } from '#app/models/visitor/address.ts'
import { partyOf } from '#app/models/visitor/party.ts'
import { person } from '#app/models/visitor/person.ts'

// Faults N12.

test.each([
	'Jürgen Łukasz Ørsted-Nguyễn',
	'Ολγα Жуков',
	'محمد علي، 12',
	'יוסי',
	'王小明 喆 さくら',
	'สมชาย ใจดี',
	'Viel Spaß 🚀 👨‍👩‍👧 ❤️ 👋🏽 🇩🇪 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿\n\tHurra',
	'',
])('%j can be printed', (text) => {
	expect(unprintableIn(text)).toEqual([])
})

test.each([
	['ᚱᚢᚾ', ['ᚱ', 'ᚢ', 'ᚾ']],
	['Anna 𒀀 und 𒀀', ['𒀀']],
	['한국', ['한', '국']],
	['\u{F8FF}', ['\u{F8FF}']],
])('%j cannot be printed', (text, signs) => {
	expect(unprintableIn(text)).toEqual(signs)
})

test('a character counts as printable exactly when a font of the papers has it', async () => {
	const { text, others } = await loadFonts()
	const fonts = [text, ...others.map(({ font }) => font())]
	const drawn = new Set(fonts.flatMap((font) => font.characterSet))
	const isLetter = /[\p{L}\p{N}\p{P}\p{S}]/u
	for (let sign = 0x20; sign < 0x2_ff_ff; sign += 1) {
		const letter = String.fromCodePoint(sign)
		if (!isLetter.test(letter) || /\p{Default_Ignorable_Code_Point}/u.test(letter)) continue
		const isPrintable = unprintableIn(letter).length === 0
		if (isPrintable !== drawn.has(sign))
			expect([letter, isPrintable]).toEqual([letter, !isPrintable])
	}
})

test('a field names the first five characters that cannot be printed', () => {
	const parsed = z.string().superRefine(printable).safeParse('ᚠᚢᚦᚨᚱᚲ', { error: errorMap })
	expect(parsed.error?.issues.map(toMessage)).toEqual([
		{ key: 'validation.unprintable', values: { signs: 'ᚠ ᚢ ᚦ ᚨ ᚱ' } },
	])
})

const rune = 'ᚱ'
test('the name of a party must be printable', () => {
	const asked = (company: string) => partyOf(['company']).safeParse({ type: 'company', company })
	expect(asked(rune).error?.issues.map(({ path }) => path)).toEqual([['company']])
	expect(asked('王小明').success).toBe(true)
})

test.each([
	['a first name', person.shape.firstName],
	['a last name', person.shape.lastName],
	['a street', address.shape.street],
	['an address supplement', address.shape.supplement],
	['a town', address.shape.city],
	[
		'a text for a voucher or a cake',
		answersTo([{ productId: 'a', label: { de: '', en: '' }, max: 60 }]).unwrap().shape['a'],
	],
])('%s must be printable', (_, schema) => {
	expect(schema?.safeParse(rune).success).toBe(false)
	expect(schema?.safeParse('王小明 🚀').success).toBe(true)
})
