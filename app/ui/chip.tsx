import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/ui/chip.css.ts'

/** A row of choices that are links: `<Chips label="Dauer"><li><Chip …/></li></Chips>`. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
	return (
		<ul role="list" aria-label={label} className={styles.chips}>
			{children}
		</ul>
	)
}

type ChipProps = Omit<ComponentProps<typeof Link>, 'className'> & {
	current?: boolean | 'date' | 'time'
	note?: ReactNode
}

/** One choice; `note` is the small word behind it ('14 frei'). The page stays where it is. */
export function Chip({ current = false, note, children, ...rest }: ChipProps) {
	return (
		<Link className={styles.chip} aria-current={current || undefined} preventScrollReset {...rest}>
			<span>{children}</span>
			{note !== undefined && <small>{note}</small>}
		</Link>
	)
}
