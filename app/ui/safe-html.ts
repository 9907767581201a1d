/**
 * Parses HTML into new nodes for the page: text, plain structure, harmless links and our own pictures. The browser
 * parses it in an inert document, and only elements named here reach the page.
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
/** The elements that are dropped together with their content, which is no text for people. */
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
	if (source.localName === 'img') return appendPicture(target, source)
	if (!allowed.has(source.localName)) return appendSafely(target, source)

	const element = document.createElement(source.localName)
	const href = source.getAttribute('href')
	if (element instanceof HTMLAnchorElement && href && isHarmless(href))
		element.setAttribute('href', href)
	appendSafely(element, source)
	target.appendChild(element)
}

/** Appends a picture of our own, or the alternative text of any other. */
function appendPicture(target: Node, source: Element) {
	const alt = source.getAttribute('alt') ?? ''
	const src = source.getAttribute('src') ?? ''
	if (!isOwnPicture(src)) {
		target.appendChild(document.createTextNode(alt))
		return
	}
	const picture = document.createElement('img')
	picture.alt = alt
	for (const name of ['width', 'height']) {
		const pixels = source.getAttribute(name) ?? ''
		if (/^\d{1,4}$/.test(pixels)) picture.setAttribute(name, pixels)
	}
	const sources = source.getAttribute('srcset')?.split(/,\s+/) ?? []
	if (sources.length > 0 && sources.every((it) => isOwnPicture(it.trim().split(/\s/)[0] ?? '')))
		picture.srcset = sources.join(', ')
	picture.src = src
	target.appendChild(picture)
}

/** True for an address on our origin with the ending of a picture and no query: requesting it changes nothing. */
function isOwnPicture(src: string) {
	if (src === '' || !URL.canParse(src, document.baseURI)) return false
	const { origin, pathname, search } = new URL(src, document.baseURI)
	const isPicture = /\.(svg|webp|png|jpe?g|avif|gif|ico)$/i.test(pathname)
	return origin === location.origin && isPicture && search === ''
}

function isHarmless(href: string) {
	return (
		URL.canParse(href, document.baseURI) &&
		/^(https?|mailto|tel):$/.test(new URL(href, document.baseURI).protocol)
	)
}
