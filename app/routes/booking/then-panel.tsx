import * as styles from '#app/routes/booking/check-page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The last moments for changing, moving and cancelling that apply once a booking is moved, shown on its check page. */
export type ThenView = { title: string; dates: { term: string; moment: string }[] }

export function ThenPanel({ view: { title, dates } }: { view: ThenView }) {
	return (
		<Panel title={title}>
			<dl className={stack.sm}>
				{dates.map(({ term, moment }) => (
					<div key={term} className={styles.date}>
						<dt>{term}</dt>
						<dd className={styles.moment}>{moment}</dd>
					</div>
				))}
			</dl>
		</Panel>
	)
}
