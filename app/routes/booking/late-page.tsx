import { Link } from 'react-router'

import type { DiffRow } from '#app/models/booking/difference.ts'
import * as styles from '#app/routes/booking/check-page.css.ts'
import { DiffTable } from '#app/routes/booking/diff-table.tsx'
import { button } from '#app/ui/button.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

/**
 * The data of the page for a change or move that cannot be made online: the reason, what follows from it, the telephone
 * number, the booking's number, and what still works.
 */
export type LateView = {
	title: string
	reason: string
	why: string | null
	phone: string
	number: string
	/** The values that were typed, to be read out on the telephone; no rows for a move. */
	typed: {
		title: string
		text: string
		heads: { what: string; was: string; now: string }
		rows: DiffRow[]
	}
	still: { title: string; links: { to: string; label: string }[] }
}

/** Shows in the place of a form why a change or move cannot be made online, with what still works. */
export function LatePage({ view }: { view: LateView }) {
	const { reason, why, phone, number, typed, still } = view
	return (
		<>
			<Panel title={reason}>
				<div className={stack.md}>
					{why && <p>{why}</p>}
					<p>
						<PhoneLink phone={phone} className={button.primary} />
					</p>
					<p className={styles.note}>{number}</p>
				</div>
			</Panel>
			{typed.rows.length > 0 && (
				<Panel title={typed.title}>
					<div className={stack.md}>
						<p className={styles.note}>{typed.text}</p>
						<DiffTable caption={typed.title} heads={typed.heads} rows={typed.rows} />
					</div>
				</Panel>
			)}
			<Panel title={still.title}>
				<ul role="list" className={stack.sm}>
					{still.links.map(({ to, label }) => (
						<li key={to}>
							<Link to={to} className={textLink}>
								{label}
							</Link>
						</li>
					))}
				</ul>
			</Panel>
		</>
	)
}
