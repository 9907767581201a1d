import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { CardRow, CardTable, Cell } from '#desk/ui/card-table.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import * as tables from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

/**
 * The table of a booking's till notes. A note that was taken back stays in it, and so does the note that reverses it.
 */
export function Till({ rows }: { rows: BookingView['till'] }) {
	const { t } = useDeskI18n()
	const columns = [
		{ head: t('booking.till.when') },
		{ head: t('booking.till.way') },
		{ head: t('booking.till.receipt') },
		{ head: t('booking.till.who') },
		{ head: t('booking.till.amount'), isNumber: true },
		{ head: t('booking.till.action'), isUnseen: true },
	]
	return (
		<Panel heading={t('booking.till.heading')} flush>
			<CardTable caption={t('booking.till.heading')} columns={columns}>
				{rows.map((row) => (
					<CardRow key={row.id} head={row.when}>
						<Cell>
							{row.way}
							{row.state && <small> {row.state}</small>}
						</Cell>
						<Cell data-l={t('booking.till.receipt')}>{row.receipt}</Cell>
						<Cell>{row.who}</Cell>
						<Cell className={tables.number}>{row.amount}</Cell>
						<Cell className={tables.end}>
							{row.undo && (
								<LinkButton to={row.undo} look="calm">
									{t('booking.till.undo')}
									<span className={words.unseen}>
										{t('booking.till.undoOf', { way: row.way, amount: row.amount })}
									</span>
								</LinkButton>
							)}
						</Cell>
					</CardRow>
				))}
			</CardTable>
		</Panel>
	)
}
