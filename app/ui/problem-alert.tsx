import type { ReactNode } from 'react'

import { Alert } from '#app/ui/alert.tsx'

type ProblemAlertProps = {
	of: readonly string[]
	reason: object
	/** The way out of the problems, such as a link. */
	children?: ReactNode
}

/** Shows the reasons of a refusal, worded by the server; each new `reason` focuses them again. */
export function ProblemAlert({ of, reason, children }: ProblemAlertProps) {
	return (
		<Alert kind="error" autoFocus={reason}>
			{of.map((problem) => (
				<p key={problem}>{problem}</p>
			))}
			{children}
		</Alert>
	)
}
