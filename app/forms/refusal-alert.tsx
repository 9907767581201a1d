import type { ReactNode } from 'react'

import type { Message } from '#app/i18n/i18n.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

type RefusalAlertProps = {
	messages: readonly Message[]
	/** The answer that holds the messages: each new one focuses the alert again. */
	reason: object
	/** The general sentence above the refusals. */
	title?: ReactNode
	children?: ReactNode
}

/** The alert with the reasons of a refusal that is not about a single field. */
export function RefusalAlert({ messages, reason, title, children }: RefusalAlertProps) {
	return (
		<Alert kind="error" autoFocus={reason} title={title}>
			{messages.map((message) => (
				<p key={message.key}>
					<Sentence of={message} />
				</p>
			))}
			{children}
		</Alert>
	)
}
