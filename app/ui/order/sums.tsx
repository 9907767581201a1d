import type { ReactNode } from 'react'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { cents, euros, zero, type Cents } from '#app/models/money.ts'
import { hasVat } from '#app/models/product/price.ts'
import * as styles from '#app/ui/order/sums.css.ts'

/** The amounts of a cart or an order in cents: total = lines - discount + shipping = online + on site + voucher. */
export type ShownSums = {
	/** The reduction by a percent or fixed voucher. */
	discount: Cents
	shipping: Cents
	total: Cents
	/** The part that a value voucher pays. */
	voucher: Cents
	/** The balance of the value voucher after this cart; given only to its owner. */
	voucherRest?: Cents
	online: Cents
	onSite: Cents
	/** The rates of VAT in percent; the rate of gift vouchers is 0. */
	vat: readonly { rate: number }[]
}

type SumsProps = {
	sums: ShownSums
	/**
	 * The rows for an order whose online part is paid, in place of the part on site: payments at the venue and refunds.
	 */
	paid?: ReactNode
}

/**
 * The sums of a cart or an order: always the total and the online part, then the part on site or `paid`; discount,
 * shipping and voucher where there are any.
 */
export function Sums({ sums, paid }: SumsProps) {
	const { t, locale } = useI18n()
	const { voucherRest = zero } = sums
	const isBare = sums.discount === 0 && sums.shipping === 0
	return (
		<dl className={styles.sums}>
			{!isBare && <Row look="part" term={t('sums.lines')} amount={euros(subtotal(sums), locale)} />}
			{sums.discount > 0 && (
				<Row look="part" term={t('sums.discount')} amount={less(sums.discount, locale)} />
			)}
			{sums.shipping > 0 && (
				<Row look="part" term={t('sums.shipping')} amount={euros(sums.shipping, locale)} />
			)}
			<Row
				look="total"
				term={t('sums.total')}
				note={hasVat(sums.vat) ? t('sums.vatIncluded') : null}
				amount={euros(sums.total, locale)}
			/>
			{sums.voucher > 0 && (
				<Row look="part" term={t('sums.voucher')} amount={less(sums.voucher, locale)} />
			)}
			{sums.voucher > 0 && voucherRest > 0 && (
				<Row look="rest" term={t('sums.voucherRest')} amount={euros(voucherRest, locale)} />
			)}
			<Row
				look="due"
				term={paid ? t('sums.paidOnline') : t('sums.online')}
				amount={euros(sums.online, locale)}
			/>
			{paid ?? <Row look="later" term={t('sums.onSite')} amount={euros(sums.onSite, locale)} />}
		</dl>
	)
}

type RowProps = {
	look: keyof typeof styles.rows
	term: string
	note?: string | null
	amount: string
}

export function Row({ look, term, note, amount }: RowProps) {
	return (
		<div className={styles.rows[look]}>
			<dt>
				{term}
				{note && <span className={styles.note}> {note}</span>}
			</dt>
			<dd>{amount}</dd>
		</div>
	)
}

function subtotal({ total, discount, shipping }: ShownSums) {
	return cents(total + discount - shipping)
}

function less(amount: Cents, locale: Locale) {
	return `−${euros(amount, locale)}`
}
