import * as styles from '#app/routes/booking/check-page.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The last moments that apply once the booking is moved. */
export type ThenView = { title: string; dates: { term: string; moment: string }[] }

export function ThenPanel({ view: { title, dates } }: { view: ThenView }) {
	return (
		<Panel title={title}>
			<dl className={styles.dates}>
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
