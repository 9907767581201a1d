/**
 * Tells the framework in the browser what the loaders said, as its own `StreamTransfer` does, in a string that
 * needs no quotes escaped. `data`: the framework's `serverHandoffStream`, read to its end.
 */
export function dataScript(data: string, nonce: string): string {
	const text = data.replaceAll(/[\\'<\n\u2028\u2029]/g, (sign) => signs[sign] ?? '')
	return `<script nonce="${nonce}">{const c=window.__reactRouterContext.streamController;c.enqueue('${text}');c.close()}</script>`
}

/** What would end a string or a script. */
const signs: Record<string, string> = {
	'\\': String.raw`\\`,
	"'": String.raw`\'`,
	'<': String.raw`\u003c`,
	'\n': String.raw`\n`,
	'\u2028': String.raw`\u2028`,
	'\u2029': String.raw`\u2029`,
}
