import { LRUCache } from 'lru-cache'

/** Characters; far more than all rows of a catalogue in two languages. What was asked for longest ago goes first. */
const MOST = 4 * 1024 * 1024

const kept = new LRUCache<string, string>({
	maxSize: MOST,
	sizeCalculation: (html, key) => html.length + key.length,
})

/** Where a part begins, with its number, or ends; what visitors type is escaped and never looks like this. */
const edge = /<kept-part n="(\d+)">|<\/kept-part>/

/** How React begins an id that says where on this page something stands. */
const idOfPlace = '_R_'

/** The parts of one page: `fill` puts those that are kept into it and keeps those that were made for it. */
export function pageParts() {
	const parts: { key: string; html: string | undefined }[] = []

	function partOf(number: number, made: string): string {
		const { key = '', html } = parts[number] ?? {}
		if (html !== undefined) return html
		// A piece of a string holds on to the whole of it: what is kept is a copy.
		if (!made.includes(idOfPlace)) kept.set(key, Buffer.from(made).toString())
		return made
	}

	/** The innermost part is whole: it goes into the one around it, and `after` follows it there. */
	function close(open: { number: string; html: string }[], after: string) {
		const made = open.pop()
		const around = open.at(-1)
		if (made && around) around.html += partOf(Number(made.number), made.html) + after
	}

	return {
		place(key: string) {
			const html = kept.get(key)
			return { number: parts.push({ key, html }) - 1, isKept: html !== undefined }
		},
		fill(page: string): string {
			const [before = '', ...pieces] = page.split(edge)
			const open = [{ number: '', html: before }]
			for (let at = 0; at < pieces.length; at += 2) {
				const [number, html = ''] = [pieces[at], pieces[at + 1]]
				if (number !== undefined) open.push({ number, html })
				else close(open, html)
			}
			return open[0]?.html ?? ''
		},
	}
}
