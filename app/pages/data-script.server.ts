/**
 * Returns the script that gives the loaders' data to React Router in the browser, as the framework's own
 * `StreamTransfer` does, but in single quotes, so that the data's double quotes stay unescaped. `data`: the framework's
 * `serverHandoffStream`, read to its end.
 */
export function dataScript(data: string, nonce: string): string {
	const text = data.replaceAll(/[\\'<\n\u2028\u2029]/g, (sign) => signs[sign] ?? '')
	return `<script nonce="${nonce}">{const c=window.__reactRouterContext.streamController;c.enqueue('${text}');c.close()}</script>`
}

/** The escapes of characters that would end the string or the script of `dataScript`. */
const signs: Record<string, string> = {
	'\\': String.raw`\\`,
	"'": String.raw`\'`,
	'<': String.raw`\u003c`,
	'\n': String.raw`\n`,
	'\u2028': String.raw`\u2028`,
	'\u2029': String.raw`\u2029`,
}
