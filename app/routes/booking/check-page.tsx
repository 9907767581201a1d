import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { plainField } from '#app/forms/plain-field.ts'
import type { Message } from '#app/i18n/i18n.ts'
import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import * as styles from '#app/routes/booking/check-page.css.ts'
import { SummaryWords } from '#app/routes/booking/summary-panel.tsx'
import type { Summary } from '#app/routes/booking/summary.ts'
import { OrderButton, useIsSent } from '#app/routes/payment/order-button.tsx'
import { WaysToPay, type WaysProps } from '#app/routes/payment/ways-to-pay.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The data of the check page, which is shown before a booking is changed or moved. */
export type CheckView = {
	title: string
	summary: Summary
	/** The sentence on what stays as it is booked, or is moved along; null without one. */
	stays: string | null
	/** The heading above the button, which says what the change costs, and a sentence below the heading. */
	heading: string
	text: string | null
	isDearer: boolean
	/** The words of the button for a change that costs nothing more. */
	take: string
	/** The names and values of the hidden fields that the button sends along. */
	hidden: readonly (readonly [name: string, value: string])[]
	/** The ways to pay what is due now; null when nothing is due. */
	ways: (Omit<WaysProps, 'field'> & { whileAway: string; chosen: string | undefined }) | null
	wayErrors: Message[] | null
	legal: string
	/** The way back to the form with what was typed (a button, `to` null) or to another choice (a link). */
	again: { label: string; to: string | null }
	drop: { label: string; to: string }
}

/** Shows everything that a change or a move makes differ, before beside after, and the one button that makes it. */
export function CheckPage({
	view,
	words,
	children,
}: {
	view: CheckView
	words: Pick<ChangeWords, 'changes' | 'heads'>
	children?: ReactNode
}) {
	const { summary, stays, heading, text, isDearer, take, hidden, ways, legal, again, drop } = view
	const isRunning = useIsSent('take')
	const wayToPay = plainField('check', 'wayToPay', {
		value: ways?.chosen,
		errors: view.wayErrors,
	})
	return (
		<Form id="check" method="post" noValidate className={stack.xl}>
			{hidden.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Panel title={words.changes}>
				<div className={stack.md}>
					<SummaryWords summary={summary} words={words} />
					{stays && <p className={styles.note}>{stays}</p>}
				</div>
			</Panel>
			{children}
			<Panel title={heading}>
				<div className={stack.md}>
					{text && <p>{text}</p>}
					{ways && <WaysToPay {...ways} field={wayToPay} />}
					<p className={styles.note}>{legal}</p>
					{isDearer ? (
						<OrderButton intent="order" />
					) : (
						<Button name="intent" value="take" wide pending={isRunning} disabled={isRunning}>
							{take}
						</Button>
					)}
				</div>
			</Panel>
			<div className={styles.ways}>
				{again.to === null ? (
					<Button name="intent" value="edit" variant="quiet">
						{again.label}
					</Button>
				) : (
					<LinkButton to={again.to} variant="quiet">
						{again.label}
					</LinkButton>
				)}
				<LinkButton to={drop.to} variant="quiet">
					{drop.label}
				</LinkButton>
			</div>
		</Form>
	)
}
