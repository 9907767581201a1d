import { giftVoucherFile, giftVouchersOf } from '#app/documents/gift-voucher.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { loadVoucherArt } from '#app/gateways/voucher-art.server.ts'
import { inDocumentQueue } from '#app/http/document-queue.server.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { ownOrder } from '#app/middleware/own-order.server.ts'
import { listGiftVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/gift-vouchers-file.ts'

/** Answers the gift vouchers by mail that an order sold as a PDF, a page each, to their buyer alone. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ request, params, context }) => {
		const order = await ownOrder(context, params.bookingId)
		const gifts = giftVouchersOf(await listGiftVouchers(order.id), order.locale)
		orNotFound(gifts[0])
		return inDocumentQueue({ request, context }, async () => {
			const look = { faces: await loadFonts(), art: await loadVoucherArt() }
			const of = { order, venue: currentVenue(), origin: siteOrigin }
			return fileAnswer(await giftVoucherFile(gifts, of, look))
		})
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
