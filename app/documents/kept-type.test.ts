import { beforeAll, describe, expect, test, vi } from 'vitest'

import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { setText, setWord } from '#app/documents/kept-type.ts'
import type { Faces } from '#app/documents/paper.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { factsOf, issueAll, orderOf } from '#testing/sample-invoices.ts'
import { sampleOrder } from '#testing/sample-order.ts'

describe.each(['text', 'medium', 'strong', 'display'] as const)('%s', (face) => {
	test('a text is set word by word', async () => {
		const font = (await loadFonts())[face]
		const whole = ['Zahlung ', 'erhalten\t', ' ', 'AV'].map((word) => setWord(font, word))
		const set = setText(font, 'Zahlung erhalten\t AV')
		expect(set.positions).toEqual(whole.flatMap(({ positions }) => positions))
		expect(set.advanceWidth).toBeCloseTo(whole.reduce((sum, it) => sum + it.advanceWidth, 0))
		expect(set.glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe(
			'Zahlung erhalten\t AV',
		)
	})
})

test.each(['text', 'medium', 'strong'] as const)(
	'%s: digits stand below digits, whichever they are (faults N63)',
	async (face) => {
		const font = (await loadFonts())[face]
		const sums = Array.from({ length: 900 }, (_, at) => String(at + 100))
		const widths = sums.map((sum) => setText(font, `${sum},${sum.slice(1)}\u00a0€`).advanceWidth)
		expect(new Set(widths.map((width) => width.toFixed(3))).size).toBe(1)
	},
)

/** Names with letters that every paper has, with others, and with composed ones: é is drawn as e and an accent. */
const names = [
	'Lovelace',
	'Quéré-Ďurčo',
	'Łukasz',
	'Dé',
	'Жуков',
	"O'Neill",
	'王小明',
	'ใจดี',
	'Ολγα',
]

describe('kept type', () => {
	const all = [...names, 'محمد علي', 'محمود لالا']
	beforeAll(async () => {
		for (const name of all) await drawFor(name, await loadFonts())
	})
	test.each(all)(
		'the paper of %s has the same bytes, whatever was drawn before it',
		async (name) => {
			const made = await drawFor(name, await loadFonts())
			expect(made.equals(await drawFor(name, await openAgain()))).toBe(true)
		},
	)

	test.each(names)('the paper of %s says the name', async (name) => {
		const { text } = await readPdf(await drawFor(name, await loadFonts()))
		expect(text).toContain(name)
	})
})

/** Loads the fonts anew, with nothing cached. */
async function openAgain(): Promise<Faces> {
	vi.resetModules()
	const { loadFonts } = await import('#app/gateways/fonts.server.ts')
	return loadFonts()
}

/** Draws an invoice large enough to have a recipient. */
function drawFor(lastName: string, faces: Faces): Promise<Buffer> {
	const order = orderOf({
		lines: [{ amount: 149_400 }],
		order: { person: { ...sampleOrder.person, lastName } },
	})
	const [invoice] = issueAll(order, factsOf(order))
	if (!invoice) throw new Error('no invoice')
	return invoicePdf(invoice, faces, translator(order.locale))
}
