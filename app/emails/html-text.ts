import { splitProse } from '#app/i18n/line-breaks.ts'

/** Turns lines of plain text into HTML. */
export function breaks(lines: string[]): string {
	return lines.map(words).join('<br>')
}

/** Turns plain text into HTML whose numbers and codes stay on one line. */
export function words(text: string): string {
	return splitProse(text)
		.map((part, at) =>
			at % 2 === 0 ? escape(part) : `<span style="white-space:nowrap">${escape(part)}</span>`,
		)
		.join('')
}

/** Escapes the signs of HTML. */
export function escape(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}
