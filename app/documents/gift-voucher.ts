import type { Attachment } from '#app/gateways/mail.ts'
import type { TFunction } from 'i18next'

import { fileToKeep } from '#app/documents/venue-document.ts'

import { formatDay } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A gift voucher as its new owner holds it in hand. */
export type GiftCode = { title: string; code: string; amount: Cents; validUntil: Day | null }

/** A page to print, fold and give away. */
export function giftVoucherPage(
	gift: GiftCode,
	{ order, venue }: { order: Order; venue: Venue },
	t: TFunction,
): Attachment {
	const { locale } = order
	const lines = [
		`<h1>${escaped(t('giftVoucher.title', { venue: venue.name }))}</h1>`,
		`<div class="voucher"><strong>${escaped(euros(gift.amount, locale))}</strong>`,
		`<p><code>${escaped(gift.code)}</code></p>`,
		gift.validUntil
			? `<p>${escaped(t('giftVoucher.until', { day: formatDay(gift.validUntil, locale, 'numeric') }))}</p>`
			: '',
		`</div><p>${escaped(t('giftVoucher.how', { website: venue.contact.website }))}</p>`,
	]
	return fileToKeep(`${t('giftVoucher.file')}-${gift.code}`, {
		title: t('giftVoucher.title', { venue: venue.name }),
		body: lines.join('\n'),
		locale,
	})
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
