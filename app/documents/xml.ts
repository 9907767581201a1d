export type XmlAttributes = Readonly<Record<string, string>>

/** The content of an element: text, which is escaped, or other elements. */
export type XmlContent = string | Xml[]

/** An element as it is written in XML; empty for one that is left out. */
export type Xml = { xml: string }

export function element(name: string, content: XmlContent, attributes: XmlAttributes = {}): Xml {
	const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
	const inner =
		typeof content === 'string' ? escaped(content) : content.map(({ xml }) => xml).join('')
	return { xml: `<${name}${given.join('')}>${inner}</${name}>` }
}

/** Makes an element; `nothing` when its content is an empty text or only empty elements. Attributes do not count. */
function elementUnlessEmpty(
	name: string,
	content: XmlContent,
	attributes: XmlAttributes = {},
): Xml {
	const isEmpty = typeof content === 'string' ? content === '' : content.every(({ xml }) => !xml)
	return isEmpty ? nothing : element(name, content, attributes)
}

/** Makes an element of CII's reusable parts (`ram:`); `nothing` where it would be empty. */
export function ram(name: string, content: XmlContent, attributes: XmlAttributes = {}): Xml {
	return elementUnlessEmpty(`ram:${name}`, content, attributes)
}

export const nothing: Xml = { xml: '' }

/** Returns a text with the signs of XML escaped, and without control characters, most of which XML cannot hold. */
function escaped(text: string): string {
	return text
		.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
		.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
