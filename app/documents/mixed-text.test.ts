import { expect, test } from 'vitest'

import { mixedLines } from '#app/documents/mixed-text.ts'

// Faults N12: each letter is ten points wide; no face has runes.

const type = {
	faceOf(letter: string) {
		if (/\p{Script=Runic}/u.test(letter)) return null
		if (/\p{Script=Arabic}/u.test(letter)) return 'arabic'
		return /\p{Script=Han}|[，。]/u.test(letter) ? 'chinese' : 'text'
	},
	widthOf: (text: string) => [...text].length * 10,
}

const seen = (text: string, width = 1000) =>
	mixedLines(text, width, type).map(({ runs }) => runs.map((run) => run.text).join(''))

test.each<[text: string, width: number, lines: string[]]>([
	['', 100, ['']],
	['Anna', 100, ['Anna']],
	['Anna und Berta', 100, ['Anna und', 'Berta']],
	['Anna\n\nBerta', 100, ['Anna', '', 'Berta']],
	['Donaudampfschiff', 100, ['Donaudampf', 'schiff']],
	['Ja, Donaudampfschiff', 100, ['Ja, Donaud', 'ampfschiff']],
	['生日快乐，祝你玩得开心', 60, ['生日快乐，', '祝你玩得开心']],
	['Anna ᚱ und ᚢBerta', 1000, ['Anna und Berta']],
	['ᚱ', 1000, ['']],
])('%j in %i points', (text, width, lines) => {
	expect(seen(text, width)).toEqual(lines)
})

/** A font reorders the letters of a word that runs from right to left; here they stand as typed. */
test.each([
	['محمد علي', 'علي محمد'],
	['أسرة Müller (برلين)', '(برلين) Müller أسرة'],
	['محمد!', '!محمد'],
	['لك 12 يوما', 'يوما 12 لك'],
	['Müller und محمد علي (Berlin)', 'Müller und علي محمد (Berlin)'],
])('%j is seen as %j', (text, line) => {
	expect(seen(text)).toEqual([line])
	expect(mixedLines(text, 1000, type)).toMatchObject([{ text }])
})

test.each([
	['محمد Müller', true],
	['Müller محمد', false],
	['12 محمد', true],
])('%j begins at the right: %s', (text, isRightToLeft) => {
	expect(mixedLines(text, 1000, type)).toMatchObject([{ isRightToLeft }])
})

test('a part in another face is a run of its own', () => {
	const [line] = mixedLines('李娜 Müller', 1000, type)
	expect(line?.runs.map(({ face, text }) => [face, text])).toEqual([
		['chinese', '李娜'],
		['text', ' '],
		['text', 'Müller'],
	])
})

test('a face lays out each word of a paragraph once, however many lines it fills', () => {
	const measured: string[] = []
	const widthOf = (text: string) => {
		measured.push(text)
		return type.widthOf(text)
	}
	mixedLines('ب Anna '.repeat(60), 200, { ...type, widthOf })
	expect(measured.toSorted()).toEqual([' ', 'Anna', 'ب'].toSorted())
})
