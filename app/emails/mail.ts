import { compile } from 'html-to-text'
import type { TFunction } from 'i18next'
import { LRUCache } from 'lru-cache'

import { paragraph, quoted, renderHtml, renderText, type Block } from '#app/emails/letter.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A mail ready to be delivered. */
export type Mail = {
	subject: string
	text: string
	html: string
	attachments: Attachment[]
	/** The image of the block `picture`, as JPEG. */
	picture?: Buffer | null
}

type Head = {
	subject: string
	venue: Venue
	locale: Locale
	attachments?: Attachment[]
	picture?: Buffer | null
}

/** Makes a mail of its blocks, as text and as HTML. */
export function mailOf(
	{ subject, venue, locale, attachments = [], ...picture }: Head,
	blocks: Block[],
): Mail {
	const page = { title: subject, brand: venue.name, locale }
	const [text, html] = [renderText(blocks), renderHtml(blocks, page)]
	return { subject, text, html, attachments, ...picture }
}

/** Returns the greeting of a letter by name, or without a name when `person` is null. */
export function greeting(
	{ person }: { person: Pick<Order['person'], 'firstName' | 'lastName'> | null },
	t: TFunction,
): Block[] {
	if (!person) return [paragraph(t('mail.hello'))]
	const name = quoted(`${person.firstName} ${person.lastName}`)
	return [paragraph(t('mail.greeting', { name }))]
}

/** Returns the end of a letter: regards, and the imprint that business letters must carry. */
export function closing(
	{ order, venue }: { order: Pick<Order, 'locale'>; venue: Venue },
	t: TFunction,
): Block[] {
	const { company, street, postcode, city, phone, email, website } = venue.contact
	const imprint = venue.pages['impressum']
	return [
		paragraph(t('mail.regards'), t('mail.team', { venue: venue.name })),
		{
			kind: 'small',
			lines: imprint
				? [t('mail.imprint'), ...plainLines(beforeRule(inLocale(imprint.html, order.locale)))]
				: [company, street, `${postcode} ${city}`, t('mail.telephone', { phone }), email, website],
		},
	]
}

/** Returns the imprint up to its dividing line (`---`): the text below that is about the pages of the shop. */
function beforeRule(html: string): string {
	return html.split(/<hr\b/i)[0] ?? html
}

/** Turns a page of the venue into text, a line for each block. Cached, because all letters end with the same page. */
function plainLines(html: string): string[] {
	const known = pages.get(html)
	if (known) return known
	const lines = toText(html)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
	pages.set(html, lines)
	return lines
}

const pages = new LRUCache<string, string[]>({ max: 10 })

/** Options that keep the imprint as it is written: no capitals for headings, no addresses behind links. */
const plain = [
	...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
	{ selector: 'a', options: { ignoreHref: true } },
	{ selector: 'ul', options: { itemPrefix: '– ' } },
	{ selector: 'blockquote', format: 'block' },
]

const toText = compile({ wordwrap: false, selectors: plain })
