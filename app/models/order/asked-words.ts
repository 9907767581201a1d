import { distance } from 'fastest-levenshtein'

import type { Day } from '#app/models/venue/slot.ts'

// Prepares what is typed into the search for orders: words are compared without case, accents and the two spellings of
// umlauts.

/**
 * Letters with accents or other marks; `plainLetters` holds, at the same index, the letter that each is compared as.
 */
export const markedLetters = 'àáâãäåçèéêëìíîïıñòóôõöøùúûüýÿğşčćđšśžźżłńęąőűß'
export const plainLetters = 'aaaaaaceeeeiiiiinoooooouuuuyygsccdsszzzlneaous'

/**
 * Returns a text in lower case and without accents, as the search for orders compares it; the database function
 * `order_words` folds alike, with these two lists.
 */
export function folded(text: string): string {
	return [...text.toLowerCase()]
		.map((letter) => plainLetters[markedLetters.indexOf(letter)] ?? letter)
		.join('')
}

/**
 * Splits a search into words, five at most, each folded and with its other spellings: 'mueller' is found as 'muller' too.
 */
export function wordsAsked(asked: string): string[][] {
	const words = folded(asked)
		.split(/[\s,;]+/)
		.filter((word) => word !== '')
	return words.slice(0, 5).map((word) => spellingsOf(word, 4))
}

/**
 * Returns a word as it is, then with each choice of its first `pairs` pairs of letters written as one: a name may have
 * an umlaut and an 'ue' that is none, as Müller-Bauer.
 */
function spellingsOf(word: string, pairs: number): string[] {
	const found = /([aou])e|ss/.exec(word)
	if (!found || pairs === 0) return [word]
	const [pair, letter = 's'] = found
	const before = word.slice(0, found.index)
	const rests = spellingsOf(word.slice(found.index + pair.length), pairs - 1)
	return rests.flatMap((rest) => [before + pair + rest, before + letter + rest])
}

/**
 * The digits of a typed telephone number or of its end, without 0049, 49 or leading zeros; null for text with other
 * signs and for fewer than four digits.
 */
export function digitsAsked(asked: string): string | null {
	if (!/^[-+()/.\d\s]+$/.test(asked)) return null
	const typed = asked.replaceAll(/\D/g, '')
	const digits = typed.replace(/^(00)?49|^0+/, '')
	if (digits.length >= 5) return digits
	return typed.length >= 4 ? typed : null
}

/**
 * The order numbers that a typed number may mean: '2026-42' is one order, '42' may be of this year, the last or the
 * next. Empty for other text.
 */
export function numbersAsked(asked: string, today: Day): string[] {
	const [, year, end = ''] = /^\s*(?:(\d{4})-)?0*(\d{1,9})\s*$/.exec(asked) ?? []
	if (end === '') return []
	const now = Number(today.slice(0, 4))
	const years = year === undefined ? [now, now - 1, now + 1] : [year]
	return years.map((each) => `${each}-${end.padStart(6, '0')}`)
}

/**
 * The most letters by which a name may differ from a typed word and still be suggested for it: 1, or 2 from six letters
 * on.
 */
function mostChanges(word: string): number {
	return word.length < 6 ? 1 : 2
}

/** True when a name differs from a typed word by few letters, see `mostChanges`; both are folded. */
export function isNear(name: string, word: string): boolean {
	return distance(name, word) <= mostChanges(word)
}

/**
 * Cuts a word into one piece more than `mostChanges` allows changed letters, so that every name near the word contains
 * one of the pieces unchanged.
 */
export function piecesOf(word: string): string[] {
	const count = mostChanges(word) + 1
	const cuts = Array.from({ length: count + 1 }, (_, nth) =>
		Math.round((nth * word.length) / count),
	)
	return cuts.slice(1).map((cut, nth) => word.slice(cuts[nth], cut))
}
