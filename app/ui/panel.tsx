import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/ui/panel.css.ts'

type PanelProps = {
	title: ReactNode
	number?: number
	/** Shown beside the title. */
	aside?: ReactNode
	children: ReactNode
}

/** A framed area of the page with a title; `number` where the areas are steps. */
export function Panel({
	title,
	number,
	aside,
	children,
	className,
	...rest
}: PanelProps & Omit<ComponentProps<'section'>, 'title'>) {
	return (
		<section className={joined(styles.panel, className)} {...rest}>
			<div className={styles.head}>
				<h2 className={styles.heading}>
					{number !== undefined && <Number value={number} />}
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	)
}

/** The card of one thing in a list; `chosen` draws a ring around it. */
export function Card({
	chosen = false,
	className,
	...rest
}: ComponentProps<'article'> & { chosen?: boolean }) {
	return (
		<article className={joined(styles.card, chosen && styles.chosenCard, className)} {...rest} />
	)
}

function Number({ value }: { value: number }) {
	return <span className={styles.stepNumber}>{value}</span>
}

function joined(...names: (string | false | undefined)[]) {
	return names.filter(Boolean).join(' ')
}
