import * as styles from '#app/routes/booking/diff-table.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

/** A value before and after. `isDue`: what is left to pay at the venue · `isText`: words that may need several lines. */
export type DiffRow = {
	term: string
	was: string
	now: string
	isDue?: boolean
	isText?: boolean
}

type DiffTableProps = {
	caption: string
	/** The headings of the columns. */
	heads: { what: string; was: string; now: string }
	rows: readonly DiffRow[]
}

/** A table of what differs: before beside after. The roles keep it a table where a narrow phone stacks its rows. */
export function DiffTable({ caption, heads, rows }: DiffTableProps) {
	return (
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
			<tbody role="rowgroup">
				{rows.map(({ term, was, now, isDue = false, isText = false }) => (
					<tr role="row" key={term} className={isDue ? styles.dueRow : styles.row}>
						<th role="rowheader" scope="row" className={styles.term}>
							{term}
						</th>
						<td role="cell" className={isText ? styles.wasText : styles.was}>
							<span className={styles.stacked} aria-hidden="true">
								{heads.was}{' '}
							</span>
							{was}
						</td>
						<td role="cell" className={isText ? styles.nowText : styles.now}>
							<span className={styles.stacked} aria-hidden="true">
								{heads.now}{' '}
							</span>
							{now}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
