import { breaks, escape, words } from '#app/emails/html-text.ts'
import { atNight, font, paint } from '#app/emails/paint.ts'
import { pictureId } from '#app/gateways/mail.ts'
import { languageTags, type Locale } from '#app/i18n/i18n.ts'
import { softHyphened } from '#app/i18n/line-breaks.ts'

/** A part of a mail; written once, rendered as text and as HTML. Strings are plain text and are escaped. */
export type Block =
	| { kind: 'heading'; text: string }
	| { kind: 'paragraph'; lines: string[] }
	/** A button; a `plain` one is drawn as an outline, for the second button of a letter. */
	| ({ kind: 'link'; plain?: boolean } & Link)
	/** The title and main facts of a visit, with links; the first link is a filled button, the others are outlines. */
	| { kind: 'card'; title: string; facts: Fact[]; links: Link[] }
	/** The letter's picture. The text is complete where it is not shown. */
	| { kind: 'picture' }
	/** Labels and values; with `sums` the values are aligned in a column on the right. */
	| { kind: 'facts'; facts: Fact[]; sums?: boolean }
	/** Values before and now, in two columns; a missing value is shown as a dash. */
	| { kind: 'changes'; head: ChangesHead; changes: Change[] }
	| { kind: 'items'; head: Record<Column, string>; items: Item[] }
	| { kind: 'small'; lines: string[] }
type Link = { label: string; href: string }
type ChangesHead = { what: string; before: string; now: string }
export type Change = { label: string; before: string | null; now: string | null }
export type Fact = { label: string; value: string; strong?: boolean }

const columns = ['position', 'product', 'quantity', 'unitPrice', 'amount'] as const
type Column = (typeof columns)[number]
export type Item = Record<Column, string> & { details: string[] }

/**
 * Returns typed text made safe to repeat in a letter: one line, no signs that turn the direction of writing, and a
 * space wherever a mail program would make a link ('evil. example'). The letter may go to a stranger's address, and a
 * typist shall not send links in the venue's name (faults M13).
 */
export function quoted(text: string): string {
	return text
		.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
		.replace(/(?:[.\u3002\uFF0E\uFF61@]|:(?=\/\/))(?=[^\s.\d])/gu, '$& ')
		.trim()
}

/** Returns typed text as `quoted` does, cut after `length` characters, which is enough to recognize it. */
export function quotedInShort(text: string, length: number): string {
	const signs = [...new Intl.Segmenter().segment(quoted(text))].map(({ segment }) => segment)
	return signs.length <= length ? signs.join('') : `${signs.slice(0, length).join('').trimEnd()}…`
}

export function paragraph(...lines: string[]): Block {
	return { kind: 'paragraph', lines }
}

export function renderText(blocks: Block[]): string {
	return `${blocks.map(blockText).filter(Boolean).join('\n\n')}\n`
}

/**
 * Renders the blocks of a mail as HTML with tables and inline styles and nothing from outside, which every mail program
 * can show. The page is dark on light; dark programs that know style sheets show it light on dark.
 */
export function renderHtml(
	blocks: Block[],
	page: { title: string; brand: string; locale: Locale },
): string {
	return `<!doctype html>
<html lang="${languageTags[page.locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(page.title)}</title>
<style>${atNight}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${paint.ground};color:${paint.text}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${paint.ground}">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${paint.paper};${font(16)}">
<tr><td style="padding:20px 16px;background:${paint.brand};color:${paint.paper};border-bottom:4px solid ${paint.accent};font-size:22px;font-weight:bold">${escape(page.brand)}</td></tr>
<tr><td style="padding:8px 16px 24px">
${blocks.map(blockHtml).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function blockText(block: Block): string {
	switch (block.kind) {
		case 'heading':
			return `${block.text}\n${'-'.repeat(block.text.length)}`
		case 'link':
			return linkText(block)
		case 'card':
			return [
				`${block.title}\n${'-'.repeat(block.title.length)}\n${block.facts.map(factText).join('\n')}`,
				...block.links.map(linkText),
			].join('\n\n')
		case 'picture':
			return ''
		case 'facts':
			return block.facts.map(factText).join('\n')
		case 'changes':
			return block.changes.map((change) => changeText(change, block.head)).join('\n')
		case 'items':
			return block.items.map((item) => itemText(item, block.head)).join('\n')
		default:
			return block.lines.join('\n')
	}
}

function linkText({ label, href }: Link): string {
	return `${label}:\n${href}`
}

function factText({ label, value }: Fact): string {
	return `${label}: ${value}`
}

function changeText({ label, before, now }: Change, head: ChangesHead): string {
	const value = `${label}: ${now ?? NONE}`
	return before === now ? value : `${value} (${head.before} ${before ?? NONE})`
}

const NONE = '–'

function itemText(item: Item, head: Record<Column, string>): string {
	const numbers = (['quantity', 'unitPrice', 'amount'] as const)
		.filter((column) => item[column])
		.map((column) => `${head[column]} ${item[column]}`)
	const below = [...item.details, numbers.join(' · ')]
	return [`${item.position}. ${item.product}`, ...below.map((line) => `   ${line}`)].join('\n')
}

function blockHtml(block: Block): string {
	switch (block.kind) {
		case 'heading':
			return `<h2 style="margin:28px 0 8px;font-size:18px;line-height:1.3;color:${paint.brand}">${escape(block.text)}</h2>`
		case 'link':
			return `<p style="margin:16px 0">${button(block, block.plain ? 'plain' : 'filled')}</p>`
		case 'card':
			return card(block)
		case 'picture':
			return `<img src="cid:${pictureId}" alt="" width="568" style="display:block;width:100%;height:auto;margin:16px 0 0;border:0;border-radius:8px">`
		case 'facts':
			return table(block.facts.map((fact) => factRow(fact, block.sums ? 'right' : 'left')))
		case 'changes':
			return `<div style="margin:16px 0">${table([changesHead(block.head), ...block.changes.map(changeRow)])}</div>`
		case 'items':
			return table([headRow(block.head), ...block.items.map(itemRow)])
		case 'small':
			return `<p class="faint" style="margin:24px 0 0;padding-top:12px;border-top:1px solid ${paint.rule};font-size:13px;color:${paint.faint}">${breaks(block.lines)}</p>`
		default:
			return `<p style="margin:12px 0;overflow-wrap:anywhere">${breaks(block.lines)}</p>`
	}
}

/** Renders a card as HTML: its values large, their labels small above them. */
function card({ title, facts, links }: Extract<Block, { kind: 'card' }>): string {
	const rows = facts.map(
		({ label, value, strong }) =>
			`<p style="margin:10px 0 0;line-height:1.35"><span class="faint" style="font-size:13px;color:${paint.faint}">${escape(label)}</span><br><span style="font-size:${strong ? 20 : 17}px;font-weight:bold">${breaks(value.split('\n'))}</span></p>`,
	)
	const buttons = links.map((link, at) => button(link, at === 0 ? 'filled' : 'plain'))
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 0;${font(16)}"><tr><td class="card" style="padding:16px;background:${paint.tint};border-left:4px solid ${paint.accent}">
<h1 style="margin:0;font-size:21px;line-height:1.25;color:${paint.brand};overflow-wrap:anywhere">${escape(title)}</h1>
${rows.join('\n')}
${links.length === 0 ? '' : `<p style="margin:8px 0 0">${buttons.join('\n')}</p>`}
</td></tr></table>`
}

function button({ label, href }: Link, look: 'filled' | 'plain'): string {
	const own =
		look === 'filled'
			? `background:${paint.brand};color:${paint.paper}`
			: `background:transparent;color:${paint.brand}`
	return `<a class="${look}" href="${escape(href)}" style="display:inline-block;margin:8px 8px 0 0;padding:11px 18px;border:2px solid ${paint.brand};${own};font-weight:bold;text-decoration:none;border-radius:6px">${escape(label)}</a>`
}

function table(rows: string[]): string {
	return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;${font(14)}">\n${rows.join('\n')}\n</table>`
}

function factRow({ label, value, strong }: Fact, align: 'left' | 'right'): string {
	const weight = strong ? 'font-weight:bold' : 'font-weight:normal'
	const cell = `padding:5px 0;border-bottom:1px solid ${paint.rule};vertical-align:top;${weight}`
	const keep = align === 'right' ? ';white-space:nowrap' : ';overflow-wrap:anywhere'
	return `<tr><th scope="row" align="left" style="${cell};padding-right:12px">${words(label)}</th><td align="${align}" style="${cell}${keep}">${breaks(value.split('\n'))}</td></tr>`
}

function changesHead({ what, before, now }: ChangesHead): string {
	const cell = `border-bottom:2px solid ${paint.brand};font-size:12px`
	const value = (text: string) =>
		`<th scope="col" align="right" style="padding:5px 0 5px 10px;${cell}">${escape(text)}</th>`
	return `<tr><th scope="col" align="left" style="padding:5px 0;${cell}">${escape(what)}</th>${value(before)}${value(now)}</tr>`
}

function changeRow({ label, before, now }: Change): string {
	const cell = `padding:6px 0;border-bottom:1px solid ${paint.rule};vertical-align:top`
	const values = [before ?? NONE, now ?? NONE]
	const [then, today] = values.map(words)
	// A sum, a day or two times stay on one line; the label gives way.
	const line = values.every(({ length }) => length <= 14) ? ';white-space:nowrap' : ''
	return `<tr><th scope="row" align="left" style="${cell};font-weight:normal">${words(softHyphened(label))}</th><td class="faint" align="right" style="${cell};padding-left:10px;color:${paint.faint}${line}">${then}</td><td align="right" style="${cell};padding-left:10px;font-weight:bold${line}">${today}</td></tr>`
}

function headRow(head: Record<Column, string>): string {
	const cells = columns.map(
		(column) =>
			`<th scope="col" align="${alignOf(column)}" style="padding:5px 3px;border-bottom:2px solid ${paint.brand};font-size:12px">${escape(head[column])}</th>`,
	)
	return `<tr>${cells.join('')}</tr>`
}

function itemRow(item: Item): string {
	const details = item.details.map(
		(line) =>
			`<br><span class="faint" style="font-size:12px;color:${paint.faint}">${escape(line)}</span>`,
	)
	const cells = columns.map((column) => {
		const content =
			column === 'product'
				? words(softHyphened(item.product)) + details.join('')
				: escape(item[column])
		const keep = column === 'product' ? 'overflow-wrap:anywhere;hyphens:auto' : 'white-space:nowrap'
		return `<td align="${alignOf(column)}" style="padding:6px 3px;border-bottom:1px solid ${paint.rule};vertical-align:top;font-size:13px;${keep}">${content}</td>`
	})
	return `<tr>${cells.join('')}</tr>`
}

function alignOf(column: Column): 'left' | 'right' {
	return column === 'position' || column === 'product' ? 'left' : 'right'
}
