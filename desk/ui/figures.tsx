import type { ReactNode } from 'react'

import * as styles from '#desk/ui/figures.css.ts'

export type Figure = {
	name: string
	value: ReactNode
	/** A word behind the value: 'von 120'. */
	unit?: ReactNode
	about?: ReactNode
	/** True for a figure on which staff have to act. */
	isToDo?: boolean
}

/** The key figures of a page, beside one another. */
export function Figures({ of }: { of: Figure[] }) {
	return (
		<dl className={styles.figures}>
			{of.map(({ name, value, unit, about, isToDo }) => (
				<div key={name} className={isToDo ? styles.toDo : styles.figure}>
					<dt>{name}</dt>
					<dd className={styles.value}>
						{value} {unit && <small>{unit}</small>}
					</dd>
					{about && <dd className={styles.about}>{about}</dd>}
				</div>
			))}
		</dl>
	)
}
