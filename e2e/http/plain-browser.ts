import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'
import { JSDOM } from 'jsdom'

import { type Answer, newVisitor } from './visitor.ts'

/** A visitor whose browser runs no scripts, and the page that it shows. */
export type PlainBrowser = ReturnType<typeof openPlainBrowser>

/** A part of the page, in which fields, buttons and links are found by their accessible names. */
export type Part = ReturnType<typeof partOf>

/** The name of an element: the whole one, or a pattern. */
type Name = string | RegExp

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Opens a browser without scripts, made of requests: it shows documents, finds what a person finds by its name, and
 * sends a form as the HTML standard says (checked, selected and enabled fields in their order, `form`, `formaction`). A
 * form that a browser would not send, because a field is required or out of bounds, throws. So does an answer of 5xx.
 * Two windows of one person share a `visitor`.
 */
export function openPlainBrowser({
	origin = process.env['SHOP_URL'] ?? '',
	visitor = newVisitor(origin),
} = {}) {
	let dom = new JSDOM('', { url: origin })
	let answer: Answer | undefined

	/** Shows the document that a request ends at; an address of another site is only noted. */
	async function show(url: URL, request: { body?: URLSearchParams } = {}): Promise<void> {
		if (url.origin !== origin) {
			dom = new JSDOM('', { url: url.href })
			answer = undefined
			return
		}
		const from = new URL(dom.window.document.URL)
		const headers = from.origin === origin ? { Referer: from.href } : {}
		const path = url.pathname + url.search
		answer = await visitor.send(path, {
			...(request.body && { method: 'POST', body: request.body }),
			headers,
		})
		if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.text}`)
		if (answer.location !== null) return show(new URL(answer.location, url))
		dom = new JSDOM(answer.text, { url: url.href })
	}

	/** Sends the form of a button, or of a field in which Enter was pressed. */
	async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
		const said = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
		if (!form.noValidate && !button?.hasAttribute('formnovalidate')) {
			const wrong = [...form.elements].find((field) => !(field as Field).checkValidity())
			if (wrong) throw new Error(`The browser would not send this: ${wrong.outerHTML}`)
		}
		const fields = new URLSearchParams()
		for (const [name, value] of new dom.window.FormData(form, button))
			fields.append(name, typeof value === 'string' ? value : value.name)
		const url = new URL(said('action') || dom.window.document.URL, dom.window.document.URL)
		if (said('method')?.toLowerCase() === 'post') return show(url, { body: fields })
		url.search = fields.toString()
		return show(url)
	}

	const whole = partOf(() => dom.window.document.body, { show, send })
	return {
		...whole,
		visitor,
		/** Shows the page at that path. */
		open: (path: string) => show(new URL(path, origin)),
		/** Shows the page again, or the one that its `<meta http-equiv="refresh">` names. */
		async lookAgain() {
			const { document } = dom.window
			const refresh = document
				.querySelector('meta[http-equiv="refresh" i]')
				?.getAttribute('content')
			const to = /url=(.+)$/i.exec(refresh ?? '')?.[1]
			await show(new URL(to ?? document.URL, document.URL))
		},
		/** The address of the page. */
		url: () => new URL(dom.window.document.URL),
		path: () => new URL(dom.window.document.URL).pathname,
		title: () => dom.window.document.title,
		/** The status of the page's answer; 0 for a page of another site, which is not read. */
		status: () => answer?.status ?? 0,
		/** The text of what the page is about. */
		main: () => whole.within('main').text(),
		/** The texts of the messages that are read out at once. */
		alerts: () => whole.all('alert').map((part) => part.text()),
		/** The name of what has the focus as the page is shown, or null: its first element with `autofocus`. */
		focused() {
			const first = dom.window.document.querySelector('[autofocus]')
			return first && nameOf(first)
		},
	}
}

type Acts = {
	show: (url: URL) => Promise<void>
	send: (form: HTMLFormElement, button: HTMLElement | null) => Promise<void>
}

function partOf(root: () => Element, { show, send }: Acts) {
	const ofSelector = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)]
	const button = (name: Name) =>
		only(ofSelector('button, input[type="submit"]').filter(isEnabled), name, 'button')
	const field = (name: Name): Field =>
		only(ofSelector('input:not([type="hidden"]), select, textarea'), name, 'field') as Field

	function fill(name: Name, value: string | number) {
		const where = field(name)
		if (where.disabled || (where as HTMLInputElement).readOnly)
			throw new Error(`${name} takes no text`)
		if (where.tagName !== 'SELECT') {
			where.value = String(value)
			return
		}
		const { options } = where as HTMLSelectElement
		const option = [...options].find((each) => textOf(each) === String(value))
		if (!option) throw new Error(`${name} has no option '${value}'`)
		option.selected = true
	}

	/** Ticks a box or chooses one of several. */
	function tick(name: Name, isTicked: boolean) {
		const box = field(name) as HTMLInputElement
		if (box.disabled) throw new Error(`${name} is disabled`)
		box.checked = isTicked
	}

	return {
		/** Returns the part of the page with that role, and with that name where several have the role. */
		within: (role: string, name?: Name) =>
			partOf(() => only(ofRole(root(), role), name ?? /^/, role), { show, send }),
		/** Returns all parts of the page with that role, and that name if one is given. */
		all: (role: string, name: Name = /^/) =>
			ofRole(root(), role)
				.filter((element) => isNamed(element, name))
				.map((element) => partOf(() => element, { show, send })),
		/** The text, with one space where a line ends. */
		text: () => textOf(root()),
		/** Types into a field, or chooses the option of a menu by its text. */
		fill,
		/** Fills several fields, each found by its name. */
		fillAll(values: Record<string, string | number>) {
			for (const [name, value] of Object.entries(values)) fill(name, value)
		},
		check: (name: Name) => tick(name, true),
		uncheck: (name: Name) => tick(name, false),
		/** Presses a button; the page that comes of it is shown. */
		async press(name: Name) {
			const pressed = button(name) as HTMLButtonElement
			if (!pressed.form) throw new Error(`${name} belongs to no form`)
			await send(pressed.form, pressed)
		},
		/** Presses Enter in a field: the browser presses the first button of its form. */
		async pressEnter(name: Name) {
			const { form } = field(name)
			if (!form) throw new Error(`${name} belongs to no form`)
			const isDefault = (each: Element) => each.matches('button:not([type]), [type="submit"]')
			const first = [...form.elements].find(isDefault) as HTMLElement | undefined
			if (first && !isEnabled(first)) throw new Error('The first button of the form is disabled')
			await send(form, first ?? null)
		},
		/** Follows a link; the page that it leads to is shown. */
		async follow(name: Name) {
			const link = only(ofSelector('a[href]'), name, 'link') as HTMLAnchorElement
			await show(new URL(link.href))
		},
		/** The addresses of the links with such names. */
		links: (name: Name = /^/) =>
			ofSelector('a[href]')
				.filter((link) => isNamed(link, name))
				.map((link) => (link as HTMLAnchorElement).href),
		/** The names of links and times that are marked as the current ones: the chosen day, the tab of the page. */
		current: () =>
			ofSelector('[aria-current]:not([aria-current="false"])').map(
				(each) => nameOf(each) || textOf(each),
			),
		/** The names of the buttons that can be pressed. */
		buttons: () => ofSelector('button, input[type="submit"]').filter(isEnabled).map(nameOf),
		/** The description of a button, which is read out after its name. */
		descriptionOf: (name: Name) => plain(computeAccessibleDescription(button(name), asStyled)),
		/** The value of a field, and what is said about it. */
		field(name: Name) {
			const found = field(name)
			return {
				value: found.value,
				isChecked: (found as HTMLInputElement).checked,
				isInvalid: found.getAttribute('aria-invalid') === 'true',
				description: plain(computeAccessibleDescription(found, asStyled)),
			}
		},
		/** True when there is such a field. */
		hasField: (name: Name) =>
			ofSelector('input:not([type="hidden"]), select, textarea').some((each) =>
				isNamed(each, name),
			),
		/** The terms of lists with what stands beside each. */
		terms: (): Record<string, string> =>
			Object.fromEntries(
				ofSelector('dt').map((term) => [
					textOf(term),
					term.nextElementSibling ? textOf(term.nextElementSibling) : '',
				]),
			),
		/** Head and rows of the tables, cell by cell. */
		rows: () =>
			ofSelector('tr').map((row) =>
				[...row.querySelectorAll('th, td')].map((cell) => textOf(cell)),
			),
	}
}

function ofRole(root: Element, role: string): HTMLElement[] {
	return [...root.querySelectorAll<HTMLElement>('*')].filter((each) => getRole(each) === role)
}

/** Returns the one element of that name; throws with the names that there are. */
function only(elements: HTMLElement[], name: Name, what: string): HTMLElement {
	const named = elements.filter((element) => isNamed(element, name))
	const [found, ...others] = named
	if (found && others.length === 0) return found
	const there = elements.map((element) => `'${nameOf(element)}'`).join(', ')
	throw new Error(`${named.length} times ${what} ${name}; there are ${there || 'none'}`)
}

function isNamed(element: Element, name: Name): boolean {
	return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element))
}

/** True when nothing disables the button, a fieldset around it included. */
function isEnabled(button: Element): boolean {
	return !button.matches(':disabled')
}

function nameOf(element: Element): string {
	return plain(computeAccessibleName(element, asStyled))
}

const inline = new Set(
	'a abbr b bdi bdo cite code em i img kbd q s small span strong sub sup svg time u'.split(' '),
)

/** Stands for the style sheets, which are not read: what the standard's own sheet says of elements. */
const asStyled = {
	getComputedStyle: (element: Element) => {
		const display = inline.has(element.localName) ? 'inline' : 'block'
		const values: Record<string, string> = { display, visibility: 'visible' }
		return { getPropertyValue: (name: string) => values[name] ?? '' } as CSSStyleDeclaration
	},
}

const unread = new Set(['script', 'style', 'template', 'head'])

/** The text of an element as a person reads it, with one space between blocks. */
function textOf(element: Element): string {
	const read = (node: Node): string => {
		if (node.nodeType === node.TEXT_NODE) return node.textContent ?? ''
		const { localName, childNodes } = node as Element
		if (localName === undefined || unread.has(localName)) return ''
		const text = [...childNodes].map((child) => read(child)).join('')
		return inline.has(localName) ? text : ` ${text} `
	}
	return plain(read(element))
}

/** Returns a text with plain spaces, and without the places at which its words may break. */
function plain(text: string): string {
	return text
		.replaceAll(/[\u00AD\u200B]/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim()
}
