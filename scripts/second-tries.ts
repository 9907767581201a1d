import { stripVTControlCharacters } from 'node:util'

/**
 * Tells whether a test that passed at its second try counts as passed, by the messages of all errors of its first try.
 * Excused is what a busy machine causes: an action or an expectation of the browser that waited in vain, or a bound that
 * was missed. An answer of 5xx, a complaint of the browser, a process that is gone, and sums or counts that differ are
 * faults that show once in many runs: they stay red.
 */
export function isExcused(messages: readonly string[]): boolean {
	return (
		messages.length > 0 && messages.every((message) => isLate(stripVTControlCharacters(message)))
	)
}

function isLate(message: string): boolean {
	if (
		/ECONN|ERR_(CONNECTION|EMPTY)|socket hang up|\b(status|Received:?)\D{0,9}5\d\d\b/.test(message)
	)
		return false
	const compared = /expect\((\w+)\)\.(?:not\.)?(\w+)/.exec(message)
	if (!compared) return /Test timeout of|[Tt]imeout \d+ms exceeded/.test(message)
	const [, what, matcher = ''] = compared
	if (what !== 'received') return matcher !== 'toHaveCount' && !differing(message).includes('€')
	return /^toBe(Greater|Less)Than/.test(matcher) || !/\d|\[\]/.test(differing(message))
}

/** The lines of a message that show what was expected and what was received, as one text. */
function differing(message: string): string {
	const lines = message.split('\n').filter((line) => /^(Expected|Received|[-+] )/.test(line))
	return lines.filter((line) => !/^[-+] (Expected|Received) +[-+] \d+$/.test(line)).join('\n')
}
