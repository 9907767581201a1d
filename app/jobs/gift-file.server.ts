import { giftVoucherFile, type GiftCode } from '#app/documents/gift-voucher.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { loadVoucherArt } from '#app/gateways/voucher-art.server.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Makes the PDF of an order's gift vouchers to print; null without vouchers, or when it cannot be made, which is
 * logged: the letter holds the codes too, and goes without the file.
 */
export async function fileOfGifts(
	gifts: readonly GiftCode[],
	of: { order: Order; venue: Venue; origin: string },
): Promise<Attachment | null> {
	if (gifts.length === 0) return null
	try {
		const look = { faces: await loadFonts(), art: await loadVoucherArt() }
		return await giftVoucherFile(gifts, of, look)
	} catch (err) {
		log.error({ orderId: of.order.id, err }, 'a mail goes without its vouchers')
		return null
	}
}
