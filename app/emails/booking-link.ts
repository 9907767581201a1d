import type { TFunction } from 'i18next'

import type { Block } from '#app/emails/letter.ts'

/** Returns the button to the booking, and the sentence that its link is for the reader alone. */
export function bookingLink(href: string, t: TFunction, look: { plain?: boolean } = {}): Block[] {
	return [
		{ kind: 'link', label: t('mail.booking'), href, ...look },
		{ kind: 'paragraph', lines: [t('mail.bookingIsYours')] },
	]
}
