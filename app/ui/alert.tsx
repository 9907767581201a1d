import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/ui/alert.css.ts'
import { Sign, type SignName } from '#app/ui/sign.tsx'

type AlertKind = 'info' | 'success' | 'warning' | 'error'

type AlertProps = { kind: AlertKind; title?: ReactNode; children?: ReactNode }

const signs = {
	info: 'info',
	success: 'check',
	warning: 'warning',
	error: 'warning',
} as const satisfies Record<AlertKind, SignName>

/** Something to know before reading on. Errors are said at once; `autoFocus` brings the keyboard here. */
export function Alert({
	kind,
	title,
	children,
	...rest
}: AlertProps & Omit<ComponentProps<'div'>, 'title' | 'className'>) {
	return (
		<div
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
