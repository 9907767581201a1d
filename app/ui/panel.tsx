import type { ComponentProps, ReactNode } from 'react'

import * as styles from '#app/ui/panel.css.ts'

type PanelProps = { title: ReactNode; number?: number; children: ReactNode }

/** A titled area of the page; `number` where the areas are steps. */
export function Panel({
	title,
	number,
	children,
	className,
	...rest
}: PanelProps & Omit<ComponentProps<'section'>, 'title'>) {
	return (
		<section className={joined(styles.panel, className)} {...rest}>
			<h2 className={styles.heading}>
				{number !== undefined && <Number value={number} />}
				{title}
			</h2>
			{children}
		</section>
	)
}

/** The same for a question of a form: a screen reader says the title with each of its fields. */
export function FieldsetPanel({
	title,
	number,
	children,
	className,
	...rest
}: PanelProps & Omit<ComponentProps<'fieldset'>, 'title'>) {
	return (
		<fieldset className={joined(styles.panel, className)} {...rest}>
			<legend className={styles.heading}>
				{number !== undefined && <Number value={number} />}
				{title}
			</legend>
			<div>{children}</div>
		</fieldset>
	)
}

/** One thing of a list; `chosen` draws the ring. The words go into `<CardBody>`. */
export function Card({
	chosen = false,
	className,
	...rest
}: ComponentProps<'article'> & { chosen?: boolean }) {
	return (
		<article className={joined(styles.card, chosen && styles.chosenCard, className)} {...rest} />
	)
}

export function CardBody({ children }: { children: ReactNode }) {
	return <div className={styles.cardBody}>{children}</div>
}

function Number({ value }: { value: number }) {
	return <span className={styles.number}>{value}</span>
}

function joined(...names: (string | false | undefined)[]) {
	return names.filter(Boolean).join(' ')
}
