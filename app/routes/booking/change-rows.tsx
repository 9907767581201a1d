import { Link } from 'react-router'

import * as styles from '#app/routes/booking/change-rows.css.ts'
import { button } from '#app/ui/button.css.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { Sign } from '#app/ui/sign.tsx'

/**
 * One action on a booking with its last moment in words; `to` is null when that is over or the telephone alone does it.
 */
export type ChangeRow = { to: string | null; label: string; note: string }

type ChangeRowsProps = {
	rows: readonly ChangeRow[]
	/** The telephone number for what is closed; null where the page shows it elsewhere. */
	phone?: string | null
}

/** Shows a row for each action on a booking. A closed action keeps its row, without a link. */
export function ChangeRows({ rows, phone = null }: ChangeRowsProps) {
	const isClosed = rows.some(({ to }) => to === null)
	return (
		<>
			<List rows={rows} />
			{phone !== null && isClosed && (
				<p className={styles.call}>
					<PhoneLink phone={phone} className={button.ghost} />
				</p>
			)}
		</>
	)
}

function List({ rows }: Pick<ChangeRowsProps, 'rows'>) {
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
