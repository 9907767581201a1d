import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { OrderLines, type ShownLine } from '#app/ui/order/order-lines.tsx'
import { OrderSums } from '#app/ui/order/order-sums.tsx'
import * as styles from '#app/ui/order/receipt.css.ts'
import { panel } from '#app/ui/panel.css.ts'

type ReceiptProps = {
	lines: ShownLine[]
	order: ComponentProps<typeof OrderSums>['order'] & { total: Cents }
}

/** Shows the ordered lines and sums, folded on the screen, where other facts come first, and open on paper. */
export function Receipt({ lines, order }: ReceiptProps) {
	const { t, locale } = useI18n()
	return (
		<Folded title={t('success.lines')} note={euros(order.total, locale)}>
			<OrderLines lines={lines} caption={t('success.lines')} />
			<OrderSums order={order} />
		</Folded>
	)
}

type FoldedProps = { title: string; note?: string | null; children: ReactNode }

/** A panel that is folded on the screen and open on paper. */
export function Folded({ title, note, children }: FoldedProps) {
	const fold = useRef<HTMLDetailsElement>(null)
	useEffect(() => {
		const unfold = () => fold.current?.setAttribute('open', '')
		window.addEventListener('beforeprint', unfold)
		return () => window.removeEventListener('beforeprint', unfold)
	}, [])
	return (
		<section className={panel} aria-label={title}>
			<details ref={fold} className={styles.fold}>
				<summary className={styles.title}>
					<h2 className={styles.heading}>{title}</h2>
					{note && <span className={styles.total}>{note}</span>}
				</summary>
				<div className={styles.inside}>{children}</div>
			</details>
		</section>
	)
}
