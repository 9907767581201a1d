import type { Attachment } from '#app/gateways/mail.ts'
import type { TFunction } from 'i18next'

import { oneLine, type Block } from '#app/emails/letter.ts'

import { inLocale } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A mail ready to be delivered. */
export type Mail = { subject: string; text: string; html: string; attachments: Attachment[] }

export function greeting({ person }: Order, t: TFunction): Block[] {
	const name = oneLine(`${person.firstName} ${person.lastName}`)
	return [{ kind: 'paragraph', lines: [t('mail.greeting', { name })] }]
}

/** Greetings and the imprint that business letters must carry. */
export function closing({ order, venue }: { order: Order; venue: Venue }, t: TFunction): Block[] {
	const { company, street, postcode, city, phone, email, website } = venue.contact
	const imprint = venue.pages['impressum']
	return [
		{ kind: 'paragraph', lines: [t('mail.regards'), t('mail.team', { venue: venue.name })] },
		{
			kind: 'small',
			lines: imprint
				? [t('mail.imprint'), ...plainLines(inLocale(imprint.html, order.locale))]
				: [company, street, `${postcode} ${city}`, t('mail.telephone', { phone }), email, website],
		},
	]
}

const entities: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	nbsp: ' ',
	'#39': "'",
}

/** The words of a page of the venue, a line for each block. */
function plainLines(html: string): string[] {
	return html
		.replace(/\s+/g, ' ')
		.replace(/<br[^>]*>|<\/(p|h\d|li|tr|div|dt|dd)>/gi, '\n')
		.replace(/<[^>]*>/g, '')
		.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
}
