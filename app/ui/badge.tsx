import type { ComponentProps } from 'react'

import * as styles from '#app/ui/badge.css.ts'

/**
 * A small label with a word about a thing: `quiet` for facts, `popular` for favourites, `warning` for what a buyer must
 * know.
 */
export function Badge({
	variant = 'quiet',
	className,
	...rest
}: ComponentProps<'span'> & { variant?: keyof typeof styles.badge }) {
	return <span className={[styles.badge[variant], className].filter(Boolean).join(' ')} {...rest} />
}
