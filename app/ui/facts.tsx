import type { ReactNode } from 'react'

import * as styles from '#app/ui/facts.css.ts'

/** 'bis 6 Gäste · ab 10 Jahren'; a line ends between them alone, and with neither of them the dot. */
export function FactLine({ children }: { children: ReactNode }) {
	return (
		<span className={styles.facts}>
			<span className={styles.row}>{children}</span>
		</span>
	)
}

export function Fact({ children }: { children: ReactNode }) {
	return <span className={styles.fact}>{children} </span>
}
