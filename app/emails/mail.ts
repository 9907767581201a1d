import { compile } from 'html-to-text'
import type { TFunction } from 'i18next'
import { LRUCache } from 'lru-cache'

import { quoted, type Block } from '#app/emails/letter.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A mail ready to be delivered. */
export type Mail = {
	subject: string
	text: string
	html: string
	attachments: Attachment[]
	/** What its block `picture` shows, as JPEG. */
	picture?: Buffer | null
}

/** By name, unless it is left out. */
export function greeting(
	{ person }: { person: Pick<Order['person'], 'firstName' | 'lastName'> | null },
	t: TFunction,
): Block[] {
	if (!person) return [{ kind: 'paragraph', lines: [t('mail.hello')] }]
	const name = quoted(`${person.firstName} ${person.lastName}`)
	return [{ kind: 'paragraph', lines: [t('mail.greeting', { name })] }]
}

/** Greetings and the imprint that business letters must carry. */
export function closing(
	{ order, venue }: { order: Pick<Order, 'locale'>; venue: Venue },
	t: TFunction,
): Block[] {
	const { company, street, postcode, city, phone, email, website } = venue.contact
	const imprint = venue.pages['impressum']
	return [
		{ kind: 'paragraph', lines: [t('mail.regards'), t('mail.team', { venue: venue.name })] },
		{
			kind: 'small',
			lines: imprint
				? [t('mail.imprint'), ...plainLines(beforeRule(inLocale(imprint.html, order.locale)))]
				: [company, street, `${postcode} ${city}`, t('mail.telephone', { phone }), email, website],
		},
	]
}

/** Letters end where the imprint has a line across (`---`): what stands below it is about the pages of the shop. */
function beforeRule(html: string): string {
	return html.split(/<hr\b/i)[0] ?? html
}

/** The words of a page of the venue, a line for each block. Kept: all letters end with the same page. */
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

/** The imprint stands in the mail as it is written: no capitals for headings, no addresses behind links. */
const plain = [
	...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
	{ selector: 'a', options: { ignoreHref: true } },
	{ selector: 'ul', options: { itemPrefix: '– ' } },
	{ selector: 'blockquote', format: 'block' },
]

const toText = compile({ wordwrap: false, selectors: plain })
