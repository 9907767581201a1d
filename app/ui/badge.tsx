import type { ComponentProps } from 'react'

import * as styles from '#app/ui/badge.css.ts'

/** A word about a thing: quiet (facts), popular (party), warning (mandatory, few). */
export function Badge({
	variant = 'quiet',
	className,
	...rest
}: ComponentProps<'span'> & { variant?: keyof typeof styles.badge }) {
	return <span className={[styles.badge[variant], className].filter(Boolean).join(' ')} {...rest} />
}
