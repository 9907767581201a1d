import { Children, Fragment, type ReactNode } from 'react'

import * as styles from '#app/ui/facts.css.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'

/**
 * A row of facts with dots between them: 'bis 6 Gäste · ab 10 Jahren'. A dot at the beginning of a line is not shown.
 * Screen readers read a comma in place of the dot.
 */
export function FactLine({ children }: { children: ReactNode }) {
	return (
		<span className={styles.facts}>
			<span className={styles.row}>
				{Children.toArray(children).map((fact, at) => (
					// The order of the facts is fixed.
					// oxlint-disable-next-line react/no-array-index-key
					<Fragment key={at}>
						{at > 0 && <span className={visuallyHidden}>, </span>}
						{fact}
					</Fragment>
				))}
			</span>
		</span>
	)
}

export function Fact({ children }: { children: ReactNode }) {
	return <span className={styles.fact}>{children} </span>
}
