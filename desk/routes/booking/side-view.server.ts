import { translator, wordsOf } from '#app/i18n/translator.ts'
import { euros } from '#app/models/money.ts'
import { eventNow } from '#app/models/order/order-end.ts'
import { emailOf, type Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { lettersOf } from '#app/models/payment/letters.server.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { pathOf, when, whoIs, type Dossier } from '#desk/routes/booking/dossier.server.ts'
import { eventWords } from '#desk/routes/booking/event-words.ts'
import { revisionWords } from '#desk/routes/booking/revision-words.ts'

/**
 * Returns the letters to the customer of a booking in words, the newest first; `maySend` is true for staff who may send
 * them again.
 */
export function letterViews(dossier: Dossier, maySend: boolean) {
	const { t } = dossier.words
	const { email } = dossier.history.order.person
	const address = emailOf({ email })
	return {
		to: address ? t('booking.letters.to', { email }) : t('booking.letters.noAddress'),
		email: address ?? '',
		/** The booking's address, which a correction replaces. */
		seen: email,
		maySend,
		mayCorrect: maySend && mayCorrect(dossier.history.order),
		rows: lettersOf(dossier.history).map((letter) => ({
			name: letter.name,
			title: t(`booking.letters.kinds.${letter.kind}`),
			when: letter.at ? when(dossier, letter.at) : null,
			state: letter.state,
			stateWord: t(`booking.letters.${letter.state}`),
			isRepeatable: maySend && address !== null && letter.isRepeatable,
		})),
	}
}

/**
 * True while the mail address of a booking can be corrected: as long as it is confirmed or waits for the payment by its
 * link.
 */
export function mayCorrect(order: Order): boolean {
	return order.state === 'confirmed' || waitsForLink(order)
}

/** Returns the papers of a booking with the paths of their files, its voucher, and whether a final invoice follows. */
export function papersOf(dossier: Dossier) {
	const { t, locale } = dossier.words
	const { order, invoices } = dossier.history
	const said = translator(locale)
	const hasFinal = invoices.some(({ slug }) => slug.startsWith('final'))
	return {
		rows: invoices.map(({ slug, number, content, gross }) => ({
			to: pathOf(dossier, `papers/${slug}.pdf`),
			title: `${said(`invoices.title.${content.kind}`)} ${number}`,
			amount: euros(gross, locale),
		})),
		voucher: order.voucherCode
			? t('booking.papers.voucher', { code: groupedCode(order.voucherCode) })
			: null,
		isFinalLater: !hasFinal && order.state === 'confirmed' && leftOnSite(order) > 0,
	}
}

/** Returns the history of a booking as sentences, the newest first; the last one says how it was booked. */
export function historyOf(dossier: Dossier) {
	const { history, words } = dossier
	const { order, events, revisions } = history
	const differences = (number: number) =>
		revisionWords(words, wordsOf(words.locale), revisions, number)
	const rows = events.flatMap(({ id, at, who, what, reason: given }) => {
		const said = eventWords(words, { who, what: eventNow(order, what) }, differences)
		if (said === null) return []
		const ofRevision = revisions.find(({ number }) => what.endsWith(`: revision ${number}`))
		const reason = given ?? ofRevision?.reason
		const text = reason ? words.t('booking.history.reason', { what: said, reason }) : said
		return [{ id: String(id), when: when(dossier, at), who: whoIs(dossier, who), text }]
	})
	const placed = events.find(({ what }) => what === 'placed')
	const by = placed?.who ?? 'customer'
	const first = {
		id: 'first',
		when: when(dossier, order.createdAt),
		who: whoIs(dossier, by),
		text: words.t(by.startsWith('staff:') ? 'booking.history.byPhone' : 'booking.history.booked', {
			version: order.termsVersion,
		}),
	}
	return [first, ...rows].toReversed()
}
