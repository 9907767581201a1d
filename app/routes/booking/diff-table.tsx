import type { ReactNode } from 'react'

import type { DiffRow } from '#app/models/booking/difference.ts'
import * as styles from '#app/routes/booking/diff-table.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

type DiffTableProps = {
	caption: string
	/** The headings of the table's three columns. */
	heads: { what: string; was: string; now: string }
	rows: readonly DiffRow[]
}

/**
 * A table of what a change makes differ: before beside after. The roles keep it a table for screen readers where a
 * narrow phone stacks its rows.
 */
export function DiffTable({ caption, heads, rows }: DiffTableProps) {
	return (
		<div className={styles.frame}>
			<table role="table" className={styles.table}>
				<caption className={visuallyHidden}>{caption}</caption>
				<thead role="rowgroup" className={styles.head}>
					<tr role="row" className={styles.row}>
						<th role="columnheader" scope="col" className={styles.term}>
							<span className={visuallyHidden}>{heads.what}</span>
						</th>
						<th role="columnheader" scope="col" className={styles.value}>
							{heads.was}
						</th>
						<th role="columnheader" scope="col" className={styles.value}>
							{heads.now}
						</th>
					</tr>
				</thead>
				<tbody role="rowgroup" className={styles.body}>
					{rows.map(({ term, key = term, was, now, isDue = false, isText = false }) => (
						<tr role="row" key={key} className={isDue ? styles.dueRow : styles.row}>
							<th role="rowheader" scope="row" className={styles.term}>
								{term}
							</th>
							<Value head={heads.was} look={isText ? styles.wasText : styles.was}>
								{was}
							</Value>
							<Value head={heads.now} look={isText ? styles.nowText : styles.now}>
								{now}
							</Value>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** A cell with its value. The heading of its column is shown before it where the rows are stacked. */
function Value({ head, look, children }: { head: string; look: string; children: ReactNode }) {
	return (
		<td role="cell" className={look}>
			<span className={styles.stacked} aria-hidden="true">
				{head}{' '}
			</span>
			{children}
		</td>
	)
}
