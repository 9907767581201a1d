import type { ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isGiftOnly } from '#app/models/order/order.ts'
import type { PublicOrder } from '#app/models/order/public-order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import type { QrCode } from '#app/models/qr-code.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as styles from '#app/ui/order/order-page.css.ts'
import { QrPicture } from '#app/ui/qr-picture.tsx'

type AtTheTillProps = {
	order: PublicOrder
	/** The party of the customer's own order; null for other visitors. */
	party: OrderedParty | null
	/** The order number as a QR code. */
	code: QrCode
	/** True while what is left to pay at the venue can be paid online. */
	isRestPayable: boolean
}

/** Shows what the till needs: the amount to pay and the order number, in figures and as a code to scan. */
export function AtTheTill({ order, party, code, isRestPayable }: AtTheTillProps) {
	const { t, locale } = useI18n()
	const left = leftOnSite(order)
	const isCancelled = orderEnd(order) === 'cancelled'
	return (
		<section aria-labelledby="till" className={styles.till}>
			<QrPicture code={code} label={t('success.code', { number: order.number })} />
			<div className={styles.tillWords}>
				<h2 id="till" className={styles.tillTitle}>
					{left > 0 ? t('success.onSite') : t('success.atTheTill')}
				</h2>
				{left > 0 && <p className={styles.due}>{euros(left, locale)}</p>}
				{isCancelled && <p className={styles.soft}>{t('success.cancelledText')}</p>}
				{!isCancelled && !isGiftOnly(order) && left === 0 && (
					<p className={styles.soft}>{t('success.onSiteNone')}</p>
				)}
				<dl className={styles.facts}>
					<Fact term={t('success.number')}>
						<strong className={styles.number}>{order.number}</strong>
					</Fact>
					{party && (
						<Fact term={t('success.what')}>
							{t(`party.types.${party.type}`)}: {party.name}
						</Fact>
					)}
				</dl>
			</div>
			{isRestPayable && (
				<p data-screen-only className={styles.payRest}>
					<LinkButton to={`/booking/${order.publicId}/rest`} variant="ghost" wide>
						{t('success.payRest')}
					</LinkButton>
				</p>
			)}
		</section>
	)
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<div>
			<dt className={styles.term}>{term}</dt>
			<dd>{children}</dd>
		</div>
	)
}
