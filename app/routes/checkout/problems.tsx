import { Alert } from '#app/ui/alert.tsx'

/** The reasons of a refusal, said by the server; each new answer focuses them again. */
export function Problems({ of, reason }: { of: readonly string[]; reason: object }) {
	return (
		<Alert kind="error" autoFocus={reason}>
			{of.map((problem) => (
				<p key={problem}>{problem}</p>
			))}
		</Alert>
	)
}
