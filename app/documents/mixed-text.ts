import bidiFactory from 'bidi-js'

/*
 * Texts with signs that one face lacks, or that run from right to left (faults N12): the face of each part of a line,
 * and the order of the parts from left to right.
 */

/** A part of a line in one face, in reading order; `level` is odd for a part from right to left. */
type Run = { face: string; text: string; level: number }
/** A line of a text: `text` is in reading order, `runs` are ordered from left to right. */
export type MixedLine = { text: string; runs: Run[]; isRightToLeft: boolean }

/**
 * The type for a text. `faceOf`: returns the face that has all signs of a letter with its joiners and variants, null if
 * none has; `widthOf`: returns the width of a text in a face, in points.
 */
type Type = {
	faceOf: (letter: string) => string | null
	widthOf: (text: string, face: string) => number
}

/** True when a part of the text runs from right to left. */
export function isMixedInDirection(text: string): boolean {
	return rightToLeft.test(text)
}

/**
 * Breaks a text into lines of at most `width` points. Leaves out signs that no face has; of the two spaces around such
 * a sign one stays.
 */
export function mixedLines(text: string, width: number, type: Type): MixedLine[] {
	return text.split(/\r?\n|\r/).flatMap((paragraph) => linesOf(paragraph, width, type))
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const bidi = bidiFactory()
const letters = new Intl.Segmenter('de', { granularity: 'grapheme' })
const words = new Intl.Segmenter('de', { granularity: 'word' })

/** A letter as a reader sees it, such as one with its accents, with its face and the level of its direction. */
type Letter = { text: string; face: string; level: number }

function linesOf(paragraph: string, width: number, type: Type): MixedLine[] {
	const text = drawnOf(paragraph, type)
	const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto')
	const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1
	const set = [...letters.segment(text)].map(({ segment, index }) => ({
		text: segment,
		face: type.faceOf(segment) ?? '',
		level: levels[index] ?? 0,
		index,
	}))
	const widthOf = measuredOnce(type)
	const measure = (line: Letter[]) => runsOf(line).reduce((sum, run) => sum + widthOf(run), 0)
	return brokenInto(partsOf(text, set), width, measure)
		.map(trimmed)
		.map((line) => ({
			text: line.map((letter) => letter.text).join(''),
			runs: inOrder(runsOf(line)),
			isRightToLeft,
		}))
}

/**
 * Returns `widthOf` for runs, memoized: a line is measured again with each word added, and a face lays out each word
 * once.
 */
function measuredOnce(type: Type): (run: Run) => number {
	const widths = new Map<string, number>()
	return ({ text, face }) => {
		const key = `${face} ${text}`
		const width = widths.get(key) ?? type.widthOf(text, face)
		widths.set(key, width)
		return width
	}
}

function drawnOf(paragraph: string, { faceOf }: Type): string {
	const drawn = [...letters.segment(paragraph)].filter(({ segment }) => faceOf(segment) !== null)
	const text = drawn.map(({ segment }) => segment).join('')
	return text === paragraph ? text : text.replaceAll(/ {2,}/g, ' ').trim()
}

/** Splits a text where a line may end: at spaces, in Chinese at each letter, in Thai and Japanese between words. */
function partsOf(text: string, set: (Letter & { index: number })[]): Letter[][] {
	const ends = new Set<number>()
	for (const { segment, index, isWordLike } of words.segment(text)) {
		if (!isWordLike && !/\s/.test(segment)) continue
		if (/\s/.test(segment) || withoutSpaces.test(segment)) ends.add(index)
	}
	const parts: Letter[][] = []
	for (const letter of set) {
		const isBegin = ends.has(letter.index) || letter.index === 0
		if (isBegin) parts.push([letter])
		else if (parts.at(-1)?.every(({ text }) => text === ' ') && letter.text !== ' ')
			parts.push([letter])
		else parts.at(-1)?.push(letter)
	}
	return parts
}

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Fills lines with parts; a part wider than the box is broken anywhere. */
function brokenInto(
	parts: Letter[][],
	width: number,
	measure: (line: Letter[]) => number,
): Letter[][] {
	const lines: Letter[][] = [[]]
	const fits = (more: Letter[]) => measure(trimmed([...(lines.at(-1) ?? []), ...more])) <= width
	for (const part of parts) {
		for (const piece of fits(part) || measure(part) <= width ? [part] : part.map((it) => [it])) {
			if (fits(piece)) lines.at(-1)?.push(...piece)
			else lines.push(piece)
		}
	}
	return lines
}

function trimmed(line: Letter[]): Letter[] {
	const isSpace = ({ text }: Letter) => text.trim() === ''
	const begin = line.findIndex((letter) => !isSpace(letter))
	return begin < 0 ? [] : line.slice(begin, line.findLastIndex((letter) => !isSpace(letter)) + 1)
}

/**
 * Joins neighbouring letters of one face and level into runs; a space is a run of its own, because a font would reorder
 * its two sides.
 */
function runsOf(line: Letter[]): Run[] {
	const runs: Run[] = []
	for (const { text, face, level } of line) {
		const run = runs.at(-1)
		const isOne =
			run && run.face === face && run.level === level && text !== ' ' && run.text !== ' '
		if (isOne) run.text += text
		else runs.push({ text, face, level })
	}
	return runs.map((run) => (run.level % 2 === 1 ? { ...run, text: fromRight(run.text) } : run))
}

/**
 * Returns a text from right to left as it is drawn: reversed and mirrored, or unchanged when it has Arabic or Hebrew
 * letters, which their font orders itself.
 */
function fromRight(text: string): string {
	if (rightToLeft.test(text)) return text
	return [...letters.segment(text)]
		.map(({ segment }) => bidi.getMirroredCharacter(segment) ?? segment)
		.toReversed()
		.join('')
}

/** Orders runs from left to right: reverses runs of each level and above, the highest first (UAX 9, rule L2). */
function inOrder(runs: Run[]): Run[] {
	const order = [...runs]
	const highest = Math.max(0, ...runs.map(({ level }) => level))
	for (let level = highest; level > 0; level -= 1) {
		for (let begin = 0; begin < order.length; begin += 1) {
			let end = begin
			while ((order[end]?.level ?? 0) >= level) end += 1
			order.splice(begin, end - begin, ...order.slice(begin, end).toReversed())
			begin = Math.max(begin, end)
		}
	}
	return order
}
