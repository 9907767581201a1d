import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { isAllIncluded } from '#app/models/product/price.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as styles from '#app/ui/order/order-lines.css.ts'

/**
 * A line as pages show it: `detail` holds time and room, `dueLabel` when it is paid. `included` pieces of the quantity
 * cost nothing.
 */
export type ShownLine = {
	position: number
	title: string
	detail?: string | null
	unitPrice: Cents
	quantity: number
	included: number
	amount: Cents
	dueLabel?: string | null
}

type OrderLinesProps = {
	lines: readonly ShownLine[]
	caption: string
}

const columns = [
	['position', 'text'],
	['product', 'text'],
	['unitPrice', 'number'],
	['quantity', 'number'],
	['amount', 'number'],
] as const

/**
 * The table of lines: position, product, unit price, quantity, amount. The roles keep it a table for screen readers
 * where phones stack its rows.
 */
export function OrderLines({ lines, caption }: OrderLinesProps) {
	const { t } = useI18n()
	return (
		<table role="table" className={styles.table}>
			<caption className={styles.caption}>{caption}</caption>
			<thead role="rowgroup" className={styles.head}>
				<tr role="row">
					{columns.map(([name, look]) => (
						<th key={name} role="columnheader" scope="col" className={styles.columns[look]}>
							{t(`orderLines.${name}`)}
						</th>
					))}
				</tr>
			</thead>
			<tbody role="rowgroup" className={styles.body}>
				{lines.map((line) => (
					<Line key={line.position} line={line} />
				))}
			</tbody>
		</table>
	)
}

function Line({ line }: { line: ShownLine }) {
	const { t, locale } = useI18n()
	const isFree = isAllIncluded(line)
	return (
		<tr role="row" className={styles.row}>
			<td role="cell" className={styles.position}>
				{line.position}
			</td>
			<th role="rowheader" scope="row" className={styles.product}>
				<span className={styles.title}>
					<span className={styles.times}>{line.quantity}&nbsp;×&nbsp;</span>
					<KeptTogether text={line.title} />
				</span>
				{line.detail && <span className={styles.note}>{line.detail}</span>}
				{line.included > 0 && !isFree && (
					<span className={styles.note}>{t('orderLines.included', { count: line.included })}</span>
				)}
				{line.dueLabel && <span className={styles.note}>{line.dueLabel}</span>}
			</th>
			<td role="cell" className={hasEach(line) ? styles.unitPrice : styles.sameAsAmount}>
				{!isFree && (
					<>
						<span className={styles.times}>{t('orderLines.each')} </span>
						{euros(line.unitPrice, locale)}
					</>
				)}
			</td>
			<td role="cell" className={styles.quantity}>
				{line.quantity}
			</td>
			<td role="cell" className={isFree ? styles.free : styles.amount}>
				{isFree ? t('shop.group.included') : euros(line.amount, locale)}
			</td>
		</tr>
	)
}

/** True when a line costs something and its unit price differs from the amount, so that phones show both. */
function hasEach({ unitPrice, amount }: ShownLine): boolean {
	return amount > 0 && unitPrice !== amount
}
