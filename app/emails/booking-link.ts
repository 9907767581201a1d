import type { TFunction } from 'i18next'

import type { Block } from '#app/emails/letter.ts'

/** The button to the booking, and that it is for the reader alone. */
export function bookingLink(href: string, t: TFunction, look: { plain?: boolean } = {}): Block[] {
	return [
		{ kind: 'link', label: t('mail.booking'), href, ...look },
		{ kind: 'paragraph', lines: [t('mail.bookingIsYours')] },
	]
}
