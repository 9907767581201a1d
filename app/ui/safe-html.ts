/**
 * The HTML as fresh nodes, with nothing in them but text, plain structure and harmless links. The browser's
 * parser reads it in an inert document; what is not named here never reaches the page.
 */
export function safeNodes(html: string): DocumentFragment {
	const fragment = document.createDocumentFragment()
	appendSafely(fragment, new DOMParser().parseFromString(html, 'text/html').body)
	return fragment
}

const allowed = new Set(
	'a abbr b blockquote br caption code dd del div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins li ol p q s small span strong sub sup table tbody td tfoot th thead time tr u ul'.split(
		' ',
	),
)
/** Their content is not text for people. */
const dropped = new Set(
	'embed iframe math noembed noframes noscript object script style svg template textarea title xmp'.split(
		' ',
	),
)

function appendSafely(target: Node, source: Node) {
	for (const node of source.childNodes) {
		if (node.nodeType === Node.TEXT_NODE)
			target.appendChild(document.createTextNode(node.nodeValue ?? ''))
		if (node instanceof Element && !dropped.has(node.localName)) appendElement(target, node)
	}
}

function appendElement(target: Node, source: Element) {
	if (!allowed.has(source.localName)) return appendSafely(target, source)

	const element = document.createElement(source.localName)
	const href = source.getAttribute('href')
	if (element instanceof HTMLAnchorElement && href && isHarmless(href))
		element.setAttribute('href', href)
	appendSafely(element, source)
	target.appendChild(element)
}

function isHarmless(href: string) {
	return (
		URL.canParse(href, document.baseURI) &&
		/^(https?|mailto|tel):$/.test(new URL(href, document.baseURI).protocol)
	)
}
