import { constants, inflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { giftVoucherFile, giftVouchersOf } from '#app/documents/gift-voucher.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { cents } from '#app/models/money.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const title = { de: 'Gutschein 50 €', en: '€50 voucher' }
const sold = { title, amount: cents(5000), validUntil: '2029-12-31' }
const source = { order: sampleOrder, venue: sampleVenue, origin: 'https://shop.example' }

async function read(words: Record<string, string>, codes = ['ABCD-EFGH']) {
	const gifts = giftVouchersOf(
		codes.map((code) => ({ ...sold, code, delivery: 'mail' as const })),
		'de-DE',
	)
	const label = { de: '', en: '' }
	const answers = Object.fromEntries(
		Object.entries(words).map(([name, text]) => [name, { label, text }]),
	)
	const order = { ...sampleOrder, answers }
	const look = { faces: await loadFonts(), art: null }
	const file = await giftVoucherFile(gifts, { ...source, order }, look)
	return { file, pdf: await readPdf(file.content) }
}

test('a page with what is given, by whom and to whom, in the order it is read', async () => {
	const words = { giftFor: 'Mia', giftFrom: 'Oma <Inge>', giftMessage: 'Eine Reise\nins All' }
	const { file, pdf } = await read(words)
	expect(file.filename).toMatch(/^Gutschein-.*\.pdf$/)
	expect(pdf).toMatchObject({ lang: 'de-DE', isTagged: true })
	for (const word of ['50,00', 'Für', 'Mia', 'Oma <Inge>', 'ins All', 'ABCD-EFGH', '31.12.2029'])
		expect(pdf.text).toContain(word)
	expect(pdf.structure.filter((type) => type === 'H1')).toHaveLength(1)
})

test('a gift voucher without words has lines to write on, and each has a page of its own', async () => {
	const { pdf } = await read({}, ['ABCD-EFGH', 'JKLM-NPQR'])
	expect(pdf.text).toMatch(/Ein Gruß.*ABCD-EFGH.*Ein Gruß.*JKLM-NPQR/)
})

test.each([
	['Dein Opa 🚀', 'Dein Opa 🚀'],
	['Für euch 👨‍👩‍👧 alle ❤️!', 'Für euch 👨‍👩‍👧 alle ❤️ !'],
	['Hallo 👋\nins 🪐 All 1️⃣', 'Hallo 👋 ins 🪐 All 1️⃣'],
	['Χρόνια πολλά', 'Χρόνια πολλά'],
	['生日快乐！喆', '生日快乐！喆'],
	['お誕生日おめでとう', 'お誕生日おめでとう'],
	['สุขสันต์วันเกิด ที่นี่', 'สุขสันต์วันเกิด ที่นี่'],
	['С днём рождения', 'С днём рождения'],
	// The form refuses a sign that no face has; a paper leaves it out.
	['Viel ᚱ Spaß', 'Viel Spaß'],
	['ᚱ Los!', 'Los!'],
])('%j is written (faults N12)', async (giftMessage, shown) => {
	const { pdf } = await read({ giftMessage })
	const squeezed = (text: string) => text.replaceAll(' ', '')
	expect(squeezed(pdf.text)).toContain(squeezed(`${shown}ABCD-EFGH`))
})

test.each([['عيد ميلاد سعيد يا محمد! 12 (Raumzeit)'], ['מזל טוב Müller!']])(
	'%j is seen from right to left and read as it was typed (faults N12)',
	async (giftMessage) => {
		const { file } = await read({ giftMessage })
		const said = Buffer.from(`\ufeff${giftMessage}`, 'utf16le').swap16().toString('latin1')
		const escaped = said.replaceAll(/[()\\]/g, String.raw`\$&`)
		expect(contentOf(file.content)).toContain(`/ActualText (${escaped})`)
	},
)

/** All content that a PDF draws. */
function contentOf(file: Buffer): string {
	return [...file.toString('latin1').matchAll(/stream\r?\n/g)]
		.map(({ index, 0: word }) => inflated(file.subarray(index + word.length)))
		.join('\n')
}

/** Inflates a stream; empty for other bytes. */
function inflated(bytes: Buffer): string {
	try {
		return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
	} catch {
		return ''
	}
}

test('the longest words stay on their page', async () => {
	const long = (length: number) => 'Weltraumreise '.repeat(20).slice(0, length).trim()
	const words = { giftFor: long(60), giftFrom: long(60), giftMessage: long(240) }
	const { pdf } = await read(words)
	expect(pdf.structure.filter((type) => type === 'H1')).toHaveLength(1)
	expect(pdf.text).toContain('ABCD-EFGH')
})

test('the code of a voucher that goes by post stands in no file', () => {
	expect(giftVouchersOf([{ ...sold, code: 'ABCD-EFGH', delivery: 'post' }], 'de-DE')).toEqual([])
})
