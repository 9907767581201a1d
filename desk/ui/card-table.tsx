import type { ComponentProps, ReactNode } from 'react'

import * as tables from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

/** A column of a `CardTable`, with the words of its head; a head that `isUnseen` is for screen readers alone. */
type Column = { head: string; isNumber?: boolean; isUnseen?: boolean }

type CardTableProps = { caption: string; columns?: readonly Column[]; children: ReactNode }

/**
 * A table whose rows are cards in a narrow panel. Its elements name their roles, because browsers take the roles of a
 * table away where its `display` changes.
 */
export function CardTable({ caption, columns, children }: CardTableProps) {
	return (
		<table role="table" className={`${tables.table} ${tables.cards} ${tables.middle}`}>
			<caption className={words.unseen}>{caption}</caption>
			{columns && (
				<thead role="rowgroup">
					<tr role="row">
						{columns.map(({ head, isNumber, isUnseen }) => (
							<th
								key={head}
								role="columnheader"
								scope="col"
								className={isNumber ? tables.number : undefined}
							>
								{isUnseen ? <span className={words.unseen}>{head}</span> : head}
							</th>
						))}
					</tr>
				</thead>
			)}
			<tbody role="rowgroup">{children}</tbody>
		</table>
	)
}

/** A row of a `CardTable`: the heading cell that names the row, then its other cells. */
export function CardRow({
	head,
	className,
	children,
}: {
	head: ReactNode
	className?: string
	children: ReactNode
}) {
	return (
		<tr role="row">
			<th role="rowheader" scope="row" className={className}>
				{head}
			</th>
			{children}
		</tr>
	)
}

/**
 * A cell of a `CardTable`. In a narrow panel, where each row is a card, `data-l` is shown before its contents and
 * `data-r` behind them.
 */
export function Cell(props: ComponentProps<'td'> & { 'data-l'?: string; 'data-r'?: string }) {
	return <td role="cell" {...props} />
}
