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

type DocumentArgs = Parameters<Route.MiddlewareFunction>[0]

export const middleware = [documentOrPage(makeFile)]

export const loader = refusedDocument

/**
 * Renders nothing. This component makes React Router answer a refused file with the error screen instead of bare data.
 */
export default function Missing() {
	return null
}

/** Answers the gift vouchers by mail that an order sold as a PDF, a page each, to their buyer alone. */
async function makeFile({ request, params, context }: DocumentArgs): Promise<Response> {
	const order = await ownOrder(context, params.bookingId)
	const gifts = giftVouchersOf(await listGiftVouchers(order.id), order.locale)
	orNotFound(gifts[0])
	return inDocumentQueue({ request, context }, async () => {
		const look = { faces: await loadFonts(), art: await loadVoucherArt() }
		const of = { order, venue: currentVenue(), origin: siteOrigin }
		return fileAnswer(await giftVoucherFile(gifts, of, look))
	})
}
