import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/ui/button.css.ts'

export type ButtonVariant = keyof typeof styles.button

type Look = { variant?: ButtonVariant; wide?: boolean }

/** Submits its form unless told otherwise. `pending` keeps the place and the focus, and says that it works. */
export function Button({
	variant = 'primary',
	wide = false,
	pending = false,
	className,
	...rest
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
	return (
		<button
			type="submit"
			aria-busy={pending || undefined}
			className={classes(variant, wide, className)}
			{...rest}
		/>
	)
}

/** Looks like a button and goes somewhere. */
export function LinkButton({
	variant = 'primary',
	wide = false,
	className,
	...rest
}: ComponentProps<typeof Link> & Look) {
	return <Link viewTransition className={classes(variant, wide, className)} {...rest} />
}

function classes(variant: ButtonVariant, wide: boolean, className: string | undefined) {
	return [styles.button[variant], wide && styles.wide, className].filter(Boolean).join(' ')
}
