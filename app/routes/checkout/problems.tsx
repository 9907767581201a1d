import type { ReactNode } from 'react'

import { Alert } from '#app/ui/alert.tsx'

type ProblemsProps = {
	of: readonly string[]
	reason: object
	/** The way out of them. */
	children?: ReactNode
}

/** The reasons of a refusal, said by the server; each new answer focuses them again. */
export function Problems({ of, reason, children }: ProblemsProps) {
	return (
		<Alert kind="error" autoFocus={reason}>
			{of.map((problem) => (
				<p key={problem}>{problem}</p>
			))}
			{children}
		</Alert>
	)
}
