import { describe, expect, test } from 'vitest'

import { readText } from '#app/models/operator/text-file.ts'

const text = 'name: Raumzeit\nclaim: Frühling für Größere\n'

function withMark(mark: number[], body: Uint8Array): Uint8Array {
	return Uint8Array.from([...mark, ...body])
}

/** The bytes of a text in UTF-16, low byte first or high byte first. */
function utf16(of: string, isSwapped = false): Buffer {
	const bytes = Buffer.from(of, 'utf16le')
	return isSwapped ? bytes.swap16() : bytes
}

describe('the encoding of a file (faults N15)', () => {
	test('UTF-8 is read without warnings', () => {
		expect(readText(Buffer.from(text))).toEqual({ text, problem: null, warnings: [] })
	})

	test('Windows-1252 is named, with the line and the word where it shows', () => {
		expect(readText(Buffer.from(text, 'latin1'))).toEqual({
			text: '',
			problem:
				'is not in UTF-8 (line 2), probably in Windows-1252, where that line has "Frühling": save it as UTF-8 ("Encoding" where your editor saves)',
			warnings: [],
		})
	})

	test.each([
		['with a mark', withMark([0xff, 0xfe], utf16(text))],
		['with a mark, swapped', withMark([0xfe, 0xff], utf16(text, true))],
		['without one', utf16(text)],
		['without one, swapped', utf16(text, true)],
	])('UTF-16 %s is named', (_, bytes) => {
		expect(readText(bytes)).toMatchObject({
			text: '',
			problem: expect.stringMatching(/^is written in UTF-16: save it as UTF-8/),
		})
	})

	test('a byte order mark is left out with a warning', () => {
		expect(readText(withMark([0xef, 0xbb, 0xbf], Buffer.from(text)))).toEqual({
			text,
			problem: null,
			warnings: [expect.stringContaining('byte order mark (BOM)')],
		})
	})

	test.each([
		['read as Windows-1252 and saved', windows1252Of(text), 'line 2 has "FrÃ¼hling"'],
		['lost letters', text.replace('ü', '\ufffd'), 'line 2 has "Fr\ufffdhling"'],
		['a dash garbled', 'claim: heute â€“ morgen', 'line 1 has "â€“"'],
	])('%s: a warning with the word', (_, garbled, warning) => {
		expect(readText(Buffer.from(garbled))).toEqual({
			text: garbled,
			problem: null,
			warnings: [expect.stringContaining(warning)],
		})
	})

	test.each(['Señor Ãrgon', 'SÃO PAULO', 'CHÂTEAU', 'naïve âne'])(
		'%s is a word of another language',
		(words) => {
			expect(readText(Buffer.from(words)).warnings).toEqual([])
		},
	)
})

function windows1252Of(words: string): string {
	return new TextDecoder('windows-1252').decode(Buffer.from(words))
}
