import { Link } from 'react-router'

import * as styles from '#app/routes/booking/change-rows.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/** One action on a booking with its last moment in words; `to` null: it is over, or made by telephone only. */
export type ChangeRow = { to: string | null; label: string; note: string }

/** A row for each action on a booking. A row that is closed stays, without a link. */
export function ChangeRows({ rows }: { rows: readonly ChangeRow[] }) {
	return (
		<ul role="list" className={styles.rows}>
			{rows.map(({ to, label, note }) => (
				<li key={label}>
					{to === null ? (
						<div className={styles.shut}>
							<RowWords label={label} note={note} />
						</div>
					) : (
						<Link to={to} className={styles.open}>
							<RowWords label={label} note={note} />
							<Sign name="chevron" className={styles.sign} />
						</Link>
					)}
				</li>
			))}
		</ul>
	)
}

function RowWords({ label, note }: Pick<ChangeRow, 'label' | 'note'>) {
	return (
		<span className={styles.words}>
			<span className={styles.label}>{label}</span>
			<span className={styles.note}>{note}</span>
		</span>
	)
}
