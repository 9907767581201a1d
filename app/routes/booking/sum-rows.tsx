import * as styles from '#app/routes/booking/cancel-page.css.ts'
import type { SumRow } from '#app/routes/booking/cancel-rows.ts'
import { stack } from '#app/ui/panel.css.ts'

/** Shows the sums of a cancellation, one below the other. */
export function SumRows({ rows }: { rows: readonly SumRow[] }) {
	return (
		<dl className={stack.sm}>
			{rows.map(({ term, amount, look }) => (
				<div key={term} className={lookOf[look ?? 'plain']}>
					<dt>{term}</dt>
					<dd>{amount}</dd>
				</div>
			))}
		</dl>
	)
}

const lookOf = { plain: styles.plain, strong: styles.strong, kept: styles.warn }
