import { useEffect, useRef, type ComponentProps } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import * as styles from '#app/routes/checkout/receipt.css.ts'
import { OrderLines, type ShownLine } from '#app/ui/order/order-lines.tsx'
import { OrderSums } from '#app/ui/order/order-sums.tsx'
import { panel } from '#app/ui/panel.css.ts'

type ReceiptProps = {
	lines: ShownLine[]
	order: ComponentProps<typeof OrderSums>['order'] & { total: Cents }
}

/** The ordered lines and sums, folded on the screen, where other facts come first, and open on paper. */
export function Receipt({ lines, order }: ReceiptProps) {
	const { t, locale } = useI18n()
	const fold = useRef<HTMLDetailsElement>(null)
	useEffect(() => {
		const unfold = () => fold.current?.setAttribute('open', '')
		window.addEventListener('beforeprint', unfold)
		return () => window.removeEventListener('beforeprint', unfold)
	}, [])
	return (
		<section className={panel} aria-label={t('success.lines')}>
			<details ref={fold} className={styles.fold}>
				<summary className={styles.title}>
					<h2 className={styles.heading}>{t('success.lines')}</h2>
					<span className={styles.total}>{euros(order.total, locale)}</span>
				</summary>
				<div className={styles.inside}>
					<OrderLines lines={lines} caption={t('success.lines')} />
					<OrderSums order={order} />
				</div>
			</details>
		</section>
	)
}
