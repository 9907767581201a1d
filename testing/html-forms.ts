// Pages of the shop and the desk as React renders them on the server, read without a browser.

/** A cell of a table: its words, lines apart, and its markup. */
export type Cell = { text: string; html: string }

/** A table by its caption: the words of its head, and the cells of its other rows. */
export type Table = { caption: string; head: string[]; rows: Cell[][] }

/** Reads the tables of a page in their order. */
export function tablesIn(html: string): Table[] {
	return parts(html, 'table').map((table) => {
		const [head = []] = parts(table, 'thead').flatMap(rowsIn)
		const body = table.replace(/<thead[\s\S]*?<\/thead>/, '')
		return {
			caption: textOf(parts(table, 'caption')[0] ?? ''),
			head: head.map(({ text }) => text),
			rows: rowsIn(body),
		}
	})
}

function rowsIn(html: string): Cell[][] {
	return parts(html, 'tr').map((row) =>
		[...row.matchAll(/<(t[hd])\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , cell = '']) => ({
			text: textOf(cell),
			html: cell,
		})),
	)
}

function parts(html: string, tag: string): string[] {
	const found = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
	return [...found].map(([, part = '']) => part)
}

/** Returns the words of markup; parts that stand below each other are on lines of their own. */
export function textOf(html: string): string {
	return html
		.replaceAll(/<!--[\s\S]*?-->/g, '')
		.replaceAll(/<br\s*\/?>|<\/(?:div|p|h\d|li)>/g, '\n')
		.replaceAll(/<[^>]*>/g, '')
		.replaceAll(/&(amp|lt|gt|quot|#x27|#39|nbsp);/g, (_, name: string) => characters[name] ?? '')
		.replaceAll('\u00a0', ' ')
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join('\n')
}

const characters: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	'#x27': "'",
	'#39': "'",
	nbsp: ' ',
}

/**
 * Reads the values by name that the forms below `<main>` would send, without their buttons. Of several fields with one
 * name the last one counts.
 */
export function fieldsIn(html: string): Record<string, string> {
	const main = html.slice(Math.max(0, html.indexOf('<main')))
	const inputs = [...main.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
		const { name, value = '', type, ...more } = attributesOf(tag)
		const isLeftOut = (type === 'radio' || type === 'checkbox') && !('checked' in more)
		return name === undefined || isLeftOut ? [] : [[name, value] as const]
	})
	const selects = [...main.matchAll(/<select\b[^>]*>[\s\S]*?<\/select>/g)].flatMap(([tag]) => {
		const options = [...tag.matchAll(/<option\b[^>]*>([^<]*)/g)]
		const [chosen = ''] =
			options.find(([option]) => /\sselected\b/.test(option)) ?? options[0] ?? []
		const { value = textOf(chosen) } = attributesOf(chosen.slice(0, chosen.indexOf('>') + 1))
		const { name } = attributesOf(tag.slice(0, tag.indexOf('>') + 1))
		return name === undefined ? [] : [[name, value] as const]
	})
	return Object.fromEntries([...inputs, ...selects])
}

/** Reads the values of all buttons of a name. */
export function buttonsIn(html: string, name: string): string[] {
	const tags = [...html.matchAll(/<button\b[^>]*>/g)].map(([tag]) => attributesOf(tag))
	return tags.flatMap((button) => (button['name'] === name ? [button['value'] ?? ''] : []))
}

function attributesOf(tag: string): Record<string, string> {
	const found = tag.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)
	return Object.fromEntries(
		[...found].slice(1).map(([, name = '', value = '']) => [name, textOf(value)]),
	)
}

/** Returns the sentence of a refusal: the first alert of a page, without the names and numbers in it. */
export function refusalIn(html: string): string {
	const alert = /role="alert"[^>]*>([\s\S]*?)<\/(?:div|p|ul)>/.exec(html)?.[1]
	const words = textOf(alert ?? '').split(/[.:\n]/)[0] ?? ''
	return words.replaceAll(/\d+/g, '#').slice(0, 60) || 'no reason'
}
