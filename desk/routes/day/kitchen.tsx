import { inLocale } from '#app/i18n/i18n.ts'
import type { Kitchen, KitchenRow } from '#app/models/day-sheet/kitchen.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { roomName } from '#desk/routes/day/booking-cells.tsx'
import { Icon } from '#desk/ui/icon.tsx'
import { inset } from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { soft, tag, unseen } from '#desk/ui/words.css.ts'

/** The panel of a day's food by time, with its sums; for today only the food that is still to be made. */
export function KitchenPanel({ kitchen, isToday }: { kitchen: Kitchen; isToday: boolean }) {
	const { t } = useDeskI18n()
	return (
		<Panel
			flush
			heading={t('today.kitchen.heading')}
			aside={<span className={soft}>{t('today.kitchen.about')}</span>}
		>
			{kitchen.rows.length === 0 ? (
				<p className={inset}>{t('today.kitchen.nothing')}</p>
			) : (
				<div
					className={table.scroll}
					tabIndex={0}
					role="group"
					aria-label={t('today.kitchen.caption')}
				>
					<KitchenTable
						kitchen={kitchen}
						sum={t(isToday ? 'today.kitchen.ahead' : 'today.kitchen.all')}
					/>
				</div>
			)}
		</Panel>
	)
}

function KitchenTable({ kitchen: { products, rows }, sum }: { kitchen: Kitchen; sum: string }) {
	const { t, locale } = useDeskI18n()
	const titles = products.map(({ title }) => inLocale(title, locale))
	return (
		<table role="table" className={`${table.table} ${table.cards}`}>
			<caption className={unseen}>{t('today.kitchen.caption')}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th scope="col">{t('today.table.time')}</th>
					<th scope="col">{t('today.table.room')}</th>
					{products.map(({ productId }, index) => (
						<th key={productId} scope="col" className={`${table.number} ${table.upright}`}>
							<span>{titles[index]}</span>
						</th>
					))}
					<th scope="col">{t('today.kitchen.notes')}</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{rows.map(({ at, party, quantities, warnings, answers }) => (
					<tr role="row" key={party?.number ?? at?.valueOf()}>
						<th role="rowheader" scope="row">
							{at && formatTime(at, locale)}
						</th>
						<td role="cell">
							<KitchenPlace party={party} />
						</td>
						{products.map(({ productId }, index) => (
							<td key={productId} role="cell" className={table.number} data-r={titles[index]}>
								{quantities[index] || null}
							</td>
						))}
						<td role="cell" className={table.whole}>
							{warnings.map((warning) => (
								<span key={warning} className={tag.warning}>
									<Icon name="warning" />
									{warning}
								</span>
							))}{' '}
							{answers.map(({ text }) => t('frame.quoted', { text })).join(', ')}
						</td>
					</tr>
				))}
			</tbody>
			<tfoot role="rowgroup">
				<tr role="row">
					<th role="rowheader" scope="row" colSpan={2}>
						{sum}
					</th>
					{products.map(({ productId, quantity }, index) => (
						<td key={productId} role="cell" className={table.number} data-r={titles[index]}>
							{quantity}
						</td>
					))}
					<td role="cell" />
				</tr>
			</tfoot>
		</table>
	)
}

/**
 * The place to which food goes: the room of a party, or the party's name where it has no room; 'tickets' for visitors
 * without a party.
 */
export function KitchenPlace({ party }: Pick<KitchenRow, 'party'>) {
	const { t, locale } = useDeskI18n()
	if (!party) return t('today.tickets.heading')
	const { room, called } = party
	return room ? roomName(room.de, inLocale(room, locale)) : called
}
