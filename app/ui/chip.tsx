import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/ui/chip.css.ts'

type ChipsProps = { label: string; of: keyof typeof styles.chips; children: ReactNode }

/** Choices that are links, in equal columns: `<Chips label="Dauer" of="times"><li><Chip …/></li></Chips>`. */
export function Chips({ label, of, children }: ChipsProps) {
	return (
		<ul role="list" aria-label={label} className={styles.chips[of]}>
			{children}
		</ul>
	)
}

type ChipProps = Omit<ComponentProps<typeof Link>, 'className'> & {
	current?: boolean | 'date' | 'time'
	note?: ReactNode
}

/**
 * One choice, as a link; `note` is the small word behind it ('14 frei'). Following the link keeps the scroll position.
 */
export function Chip({ current = false, note, children, ...rest }: ChipProps) {
	return (
		<Link className={styles.chip} aria-current={current || undefined} preventScrollReset {...rest}>
			<span>{children}</span>
			{note !== undefined && <small>{note}</small>}
		</Link>
	)
}
