import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import * as styles from '#app/ui/button.css.ts'

export type ButtonVariant = keyof typeof styles.button

type Look = { variant?: ButtonVariant; wide?: boolean }

/**
 * A button that submits its form by default. `pending` shows that its work is under way; the button keeps the focus and
 * can still be pressed.
 */
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

/** A link that looks like a button. */
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
