import type { TFunction } from 'i18next'

import { quoted, type Block, type Fact, type Item } from '#app/emails/letter.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { euros, minus, zero, type Cents } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { answerWords, isAboutHealth } from '#app/models/product/answer.ts'
import { hasVat, isAllIncluded } from '#app/models/product/price.ts'
import { formatTimeRange } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

type Ordered = { order: Order; venue: Venue }

/** Returns the table of an order's lines for a letter, with its heading. */
export function orderedItems(ordered: Ordered, t: TFunction): Block[] {
	const head = {
		position: t('mail.confirmation.position'),
		product: t('mail.confirmation.product'),
		quantity: t('mail.confirmation.quantity'),
		unitPrice: t('mail.confirmation.unitPrice'),
		amount: t('mail.confirmation.amount'),
	}
	return [
		{ kind: 'heading', text: t('mail.confirmation.lines') },
		{
			kind: 'items',
			head,
			items: ordered.order.lines.map((line, index) => item({ ...line, index }, ordered, t)),
		},
	]
}

function item(line: OrderLine & { index: number }, { order, venue }: Ordered, t: TFunction): Item {
	const { locale, answers } = order
	const answer = answers[line.productId]
	const isFree = isAllIncluded(line)
	const product = inLocale(line.title, locale)
	const details = [
		roomWords({ ...line, room: line.detail }, locale),
		answer && isAboutHealth(venue, line.productId, answer.text)
			? t('mail.confirmation.answer', { label: inLocale(answer.label, locale) })
			: quoted(answerWords(answers, line.productId, locale) ?? ''),
		line.startsAt && line.endsAt && formatTimeRange(line.startsAt, line.endsAt, locale),
		line.included > 0 && !isFree && t('mail.confirmation.included', { count: line.included }),
	]
	return {
		position: String(line.index + 1),
		product,
		details: details.filter((detail): detail is string => Boolean(detail)),
		quantity: String(line.quantity),
		unitPrice: isFree ? '' : euros(line.unitPrice, locale),
		amount: isFree ? t('shop.group.included') : euros(line.amount, locale),
	}
}

/**
 * Returns the sums of an order for a letter: the total with its taxes, and the amounts paid online and at the venue;
 * `voucherRest` stays on the voucher.
 */
export function sums(order: Order, voucherRest: Cents, t: TFunction): Block[] {
	const { locale, discount, shipping, voucher } = order
	const money = (amount: Cents) => euros(amount, locale)
	const code = groupedCode(order.voucherCode ?? '')
	const total = hasVat(order.vat) ? 'mail.confirmation.total' : 'mail.confirmation.totalWithoutVat'
	const facts: (Fact | false)[] = [
		(discount > 0 || shipping > 0) && {
			label: t('mail.confirmation.linesTotal'),
			value: money(order.linesTotal),
		},
		discount > 0 && {
			label: t('mail.confirmation.discount', { code }),
			value: money(minus(zero, discount)),
		},
		shipping > 0 && { label: t('mail.confirmation.shipping'), value: money(shipping) },
		{ label: t(total), value: money(order.total), strong: true },
		// Gift vouchers bear no VAT until they are spent.
		...order.vat
			.filter(({ rate }) => rate > 0)
			.map(({ rate, net, vat }) => ({
				label: t('mail.confirmation.vat', { rate, net: money(net) }),
				value: money(vat),
			})),
		voucher > 0 && { label: t('mail.confirmation.voucher', { code }), value: money(voucher) },
		voucherRest > 0 && { label: t('mail.confirmation.voucherRest'), value: money(voucherRest) },
		{ label: t('mail.confirmation.online'), value: money(order.online), strong: true },
		(order.day !== null || order.onSite > 0) && {
			label: t('mail.confirmation.onSite'),
			value: money(order.onSite),
			strong: true,
		},
	]
	return [
		{ kind: 'heading', text: t('mail.confirmation.sums') },
		{ kind: 'facts', sums: true, facts: facts.filter((fact) => fact !== false) },
	]
}
