import type { TFunction } from 'i18next'

import type { Block } from '#app/emails/letter.ts'

/**
 * The address of a booking's own page for one letter. `key` is made when the letter is written and opens the page
 * without signing in.
 */
export function bookingUrl(key: string, origin: string): string {
	return `${origin}/booking/${key}`
}

/** The button to the booking, and that it is for the reader alone. */
export function bookingLink(href: string, t: TFunction): Block[] {
	return [
		{ kind: 'link', label: t('mail.booking'), href },
		{ kind: 'paragraph', lines: [t('mail.bookingIsYours')] },
	]
}
