import { backToVoucher } from '#app/models/booking/cancel.ts'
import { cents, euros, sum } from '#app/models/money.ts'
import { leftOnSite, tooMuchAtTill } from '#app/models/order/remainder.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { isByCancelling } from '#app/models/payment/refund.ts'
import { backWords } from '#desk/routes/booking/back-words.server.ts'
import type { Dossier } from '#desk/routes/booking/dossier.server.ts'

/**
 * Returns the sentence about the action just done, which the address names as `done`; null for an unknown word or none.
 */
export function doneWords(dossier: Dossier, done: string | null): string | null {
	const { t, locale } = dossier.words
	const { order, refunds } = dossier.history
	const amount = euros(leftOnSite(order), locale)
	const back = refunds.at(-1)?.amount ?? cents(0)
	switch (done) {
		case 'rest':
			return t('booking.restForm.done', { amount })
		case 'undo':
			return t('booking.undoForm.done', { amount })
		case 'payBack':
			return t('booking.payBackForm.done', { amount: euros(tooMuchAtTill(order), locale) })
		case 'note':
			return t('booking.notes.done')
		case 'letter':
			return t('booking.letters.sent')
		case 'noLetter':
			return t('booking.letters.notSent')
		case 'email':
			return t(waitsForLink(order) ? 'booking.letters.correctedLink' : 'booking.letters.corrected')
		case 'onSite':
			return t('booking.onSiteForm.done', { amount })
		case 'giveUp':
			return t('booking.giveUpForm.done')
		case 'cancel': {
			const cancelled = refunds.filter(isByCancelling)
			const online = sum(cancelled.map(({ amount }) => amount))
			return t('booking.cancelForm.done', {
				back: backWords(dossier, online, backToVoucher(order, order)),
			})
		}
		case 'refund':
			return t('booking.refundForm.done', { amount: euros(back, locale) })
		case 'change':
			return t('booking.changeForm.done', { amount })
		case 'move':
			return t('booking.changeForm.moved', { amount })
		default:
			return null
	}
}
