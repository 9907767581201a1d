/** The text of a file with its warnings. A file with a `problem` cannot be read, and its `text` is empty. */
export type ReadText = { text: string; problem: string | null; warnings: string[] }

/**
 * Reads a file's bytes as UTF-8 (faults N15). Another encoding is refused, with its probable name and the first line
 * that shows it, because a venue must not open with '�' in its texts. A byte order mark is left out.
 */
export function readText(bytes: Uint8Array): ReadText {
	if (isUtf16(bytes)) return refused('is written in UTF-16')
	try {
		const text = utf8.decode(bytes)
		return { text, problem: null, warnings: warningsOf(bytes, text) }
	} catch {
		return refused(foreignLetters(bytes))
	}
}

const SAVE = 'save it as UTF-8 ("Encoding" where your editor saves)'
const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows = new TextDecoder('windows-1252')

function refused(what: string): ReadText {
	return { text: '', problem: `${what}: ${SAVE}`, warnings: [] }
}

/** True for bytes with a byte order mark of UTF-16 or with zero bytes, which no other text has. */
function isUtf16(bytes: Uint8Array): boolean {
	const [first, second] = bytes
	const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
	return isMarked || bytes.includes(0)
}

/** Returns the problem of bytes that are no UTF-8, with a word of them as Windows-1252 reads it. */
function foreignLetters(bytes: Uint8Array): string {
	for (const [index, line] of linesOf(bytes).entries()) {
		if (isUtf8(line)) continue
		const text = windows.decode(line)
		const [word] = /\S*[^\0-\x7f]\S*/.exec(text) ?? []
		return `is not in UTF-8 (line ${index + 1}), probably in Windows-1252, where that line has "${word}"`
	}
	return 'is not in UTF-8'
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		utf8.decode(bytes)
		return true
	} catch {
		return false
	}
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
	const lines: Uint8Array[] = []
	let from = 0
	for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
		lines.push(bytes.subarray(from, end))
		from = end + 1
	}
	return [...lines, bytes.subarray(from)]
}

const LINE_END = 0x0a

function warningsOf(bytes: Uint8Array, text: string): string[] {
	const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
	return [
		...(hasMark
			? ['begins with a byte order mark (BOM), which is left out: save it as UTF-8 without one']
			: []),
		...garbled(text),
	]
}

/**
 * Returns a warning for a text of UTF-8 that was once read as Windows-1252 and saved ('FrÃ¼hling'), or that lost
 * letters ('Fr�hling').
 */
function garbled(text: string): string[] {
	for (const [index, line] of text.split('\n').entries()) {
		const [word] = /\S*(?:Ã[\u0080-\u00bf„“”–—‚†‡ˆ‰Š‹ŒŽ‘’•˜™š›œžŸ]|â€|\ufffd)\S*/.exec(line) ?? []
		if (word) return [`line ${index + 1} has "${word}", where letters were garbled: type it anew`]
	}
	return []
}
