import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import * as styles from '#desk/routes/booking/lines.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as tables from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

/**
 * The table of a booking's lines with its sums. In a narrow panel quantity and price are below the name. The elements
 * of the table name their roles, which browsers take away where `display` changes.
 */
export function Lines({ lines }: { lines: BookingView['lines'] }) {
	const { t } = useDeskI18n()
	const numbers = [t('booking.lines.quantity'), t('booking.lines.each'), t('booking.lines.amount')]
	return (
		<Panel heading={t('booking.lines.heading')} flush>
			<table role="table" className={`${tables.table} ${styles.lines}`}>
				<caption className={words.unseen}>{t('booking.lines.heading')}</caption>
				<thead role="rowgroup">
					<tr role="row">
						<th role="columnheader" scope="col">
							{t('booking.lines.what')}
						</th>
						{numbers.map((name) => (
							<th key={name} role="columnheader" scope="col" className={tables.number}>
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody role="rowgroup">
					{lines.rows.map(({ id, name, note, isExtra, quantity, each, amount }) => (
						<tr key={id} role="row" className={isExtra ? styles.extra : undefined}>
							<th role="rowheader" scope="row">
								{name} {note && <small>{note}</small>}
							</th>
							<td role="cell" className={`${tables.number} ${styles.quantity}`}>
								{quantity}
							</td>
							<td role="cell" className={`${tables.number} ${styles.each}`}>
								{each}
							</td>
							<td role="cell" className={`${tables.number} ${styles.amount}`}>
								{amount}
							</td>
						</tr>
					))}
				</tbody>
				<tfoot role="rowgroup">
					{lines.sums.map(({ label, amount }) => (
						<tr key={label} role="row">
							<th role="rowheader" scope="row" colSpan={3}>
								{label}
							</th>
							<td role="cell" className={`${tables.number} ${styles.amount}`}>
								{amount}
							</td>
						</tr>
					))}
				</tfoot>
			</table>
		</Panel>
	)
}
