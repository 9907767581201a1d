import { euros, type Cents } from '#app/models/money.ts'
import type { Dossier } from '#desk/routes/booking/dossier.server.ts'

/**
 * Returns the words that say what a cancellation gives back: the amount that goes back online, and the one that goes
 * back to a voucher.
 */
export function backWords(
	{ words: { t, locale } }: Dossier,
	online: Cents,
	toVoucher: Cents,
): string {
	const back = t('booking.cancelForm.back', { amount: euros(online, locale) })
	if (toVoucher === 0) return back
	const voucher = t('booking.cancelForm.toVoucher', { amount: euros(toVoucher, locale) })
	return online === 0 ? voucher : `${back}, ${voucher}`
}
