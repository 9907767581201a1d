import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/ui/alert.css.ts'
import { useFocusOn } from '#app/ui/focus-on.ts'
import { Sign, type SignName } from '#app/ui/sign.tsx'

type AlertKind = 'info' | 'success' | 'warning' | 'error'

type AlertProps = {
	kind: AlertKind
	title?: ReactNode
	children?: ReactNode
	/** Focuses the alert when it appears, and again whenever this becomes another value; false focuses nothing. */
	autoFocus?: object | boolean
}

const signs = {
	info: 'info',
	success: 'check',
	warning: 'warning',
	error: 'warning',
} as const satisfies Record<AlertKind, SignName>

/** A message to read before the rest of the page. Screen readers announce errors at once. */
export function Alert({
	kind,
	title,
	children,
	autoFocus = false,
	...rest
}: AlertProps & Omit<ComponentProps<'div'>, keyof AlertProps | 'className' | 'ref'>) {
	const own = useFocusOn<HTMLDivElement>(autoFocus)
	return (
		<div
			ref={own}
			autoFocus={autoFocus !== false}
			role={kind === 'error' ? 'alert' : undefined}
			tabIndex={-1}
			className={styles.kind[kind]}
			{...rest}
		>
			<Sign name={signs[kind]} className={styles.sign} />
			<div className={styles.words}>
				{title && <p className={styles.title}>{title}</p>}
				{children}
			</div>
		</div>
	)
}
