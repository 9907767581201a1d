import { useId, type ReactNode } from 'react'

import * as styles from '#desk/ui/panel.css.ts'

type PanelProps = {
	heading: ReactNode
	/** Words or a control at the end of the head. */
	aside?: ReactNode
	/** True: the panel has no padding, so that a table reaches its edges. */
	flush?: boolean
	id?: string
	children: ReactNode
}

/** An area of a page with its heading, which names it for screen readers. */
export function Panel({ heading, aside, flush = false, id, children }: PanelProps) {
	const headingId = useId()
	return (
		<section id={id} aria-labelledby={headingId} className={flush ? styles.flush : styles.panel}>
			<div className={styles.head}>
				<h2 id={headingId}>{heading}</h2>
				{aside}
			</div>
			{children}
		</section>
	)
}

type TitleProps = { heading: ReactNode; about?: ReactNode; actions?: ReactNode }

/** The first row of a page: its one `h1`, what it is about, its actions. */
export function Title({ heading, about, actions }: TitleProps) {
	return (
		<div className={styles.title}>
			<h1>{heading}</h1>
			{about && <p>{about}</p>}
			{actions && (
				<div data-screen-only className={styles.titleActions}>
					{actions}
				</div>
			)}
		</div>
	)
}
