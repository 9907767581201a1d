import { Link } from 'react-router'

import { fates, type Fate } from '#app/models/venue/override.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/close-form.css.ts'
import type { BookingView } from '#desk/routes/day/close-view.server.ts'
import { link, row } from '#desk/ui/button.css.ts'
import * as form from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { soft, tag, unseen as hiddenWords } from '#desk/ui/words.css.ts'

type NamedProps = {
	bookings: BookingView[]
	/** The ids of the orders that came since the page was shown before. */
	unseen: string[]
	latePayment: 'confirm' | 'refund'
	fateOf: (orderId: string) => Fate
	onChoose: (orderId: string, fate: Fate) => void
	/** Chooses one fate for all bookings in the browser; without scripts the server does it. */
	onChooseAll: (fate: Fate) => void
	/** The number of times that a fate was chosen for all bookings; another number makes their radio buttons anew. */
	round: number
}

/** The table of the bookings that a closing concerns, each with the choice of its fate. */
export function NamedBookings({ bookings, round, onChooseAll, ...props }: NamedProps) {
	const { t } = useDeskI18n()
	if (bookings.length === 0) {
		return (
			<Panel heading={t('close.whom')}>
				<p className={soft}>{t('close.nobody')}</p>
			</Panel>
		)
	}
	return (
		<Panel flush heading={t('close.whom')} aside={<AllFates onChooseAll={onChooseAll} />}>
			<table
				role="table"
				className={`${table.table} ${table.cards} ${table.middle} ${styles.named}`}
			>
				<caption className={hiddenWords}>{t('close.whom')}</caption>
				<thead role="rowgroup">
					<tr role="row">
						<th scope="col">{t('close.time')}</th>
						<th scope="col">{t('close.who')}</th>
						<th scope="col">{t('close.room')}</th>
						<th scope="col" className={table.number}>
							{t('close.guests')}
						</th>
						<th scope="col" className={table.number}>
							{t('close.paid')}
						</th>
						<th scope="col">{t('close.phone')}</th>
						<th scope="col">{t('close.happens')}</th>
					</tr>
				</thead>
				<tbody role="rowgroup">
					{bookings.map((booking) => (
						<BookingRow key={`${booking.orderId} ${round}`} booking={booking} {...props} />
					))}
				</tbody>
			</table>
		</Panel>
	)
}

/**
 * The buttons that choose one fate for all bookings; without scripts the server answers the page with that fate chosen.
 */
function AllFates({ onChooseAll }: Pick<NamedProps, 'onChooseAll'>) {
	const { t } = useDeskI18n()
	return (
		<div className={row}>
			<span className={soft}>{t('close.all')}</span>
			{fates.map((fate) => (
				<button
					key={fate}
					className={link}
					name="all"
					value={fate}
					onClick={(event) => {
						event.preventDefault()
						onChooseAll(fate)
					}}
				>
					{t(`close.fates.${fate}`)}
				</button>
			))}
		</div>
	)
}

type RowProps = Omit<NamedProps, 'bookings' | 'onChooseAll' | 'round'> & { booking: BookingView }

function BookingRow({ booking, unseen, latePayment, fateOf, onChoose }: RowProps) {
	const { t } = useDeskI18n()
	const { orderId, number, name, customer, guests, what, time, phones, paid, paidOnSite } = booking
	return (
		<tr role="row">
			<th role="rowheader" scope="row" className={table.unbroken}>
				<b>{time}</b>
			</th>
			<td role="cell" className={table.grow}>
				<Link to={`/bookings/${number}`}>{name}</Link>{' '}
				{unseen.includes(orderId) && <span className={tag.warning}>{t('close.isNew')}</span>}{' '}
				{!booking.isNamedByCustomer && <small>{customer}</small>}
			</td>
			<td role="cell">{what}</td>
			<td role="cell" className={table.number} data-r={t('close.guests')}>
				{guests > 0 && guests}
			</td>
			<td role="cell" className={table.number} data-r={t('close.paid')}>
				{paid}{' '}
				{paidOnSite !== null && <small>{t('close.paidAtTill', { amount: paidOnSite })}</small>}
			</td>
			<td role="cell" className={table.unbroken}>
				<Phones phones={phones.slice(0, 1)} />
			</td>
			<td role="cell" className={table.grow}>
				{booking.isTickable ? (
					<fieldset className={form.choices}>
						<legend className={hiddenWords}>{t('close.fateOf', { name, time })}</legend>
						{fates.map((fate) => (
							<label key={fate}>
								<input
									type="radio"
									name={`fate.${orderId}`}
									value={fate}
									aria-label={t(`close.fates.${fate}`)}
									defaultChecked={fateOf(orderId) === fate}
									onChange={() => onChoose(orderId, fate)}
								/>
								<span>{t(`close.fatesInShort.${fate}`)}</span>
							</label>
						))}
					</fieldset>
				) : (
					<small>
						<input type="hidden" name={`fate.${orderId}`} value="leave" />
						{booking.isMoving ? t('close.isMoving') : t(`close.isBeingPaid.${latePayment}`)}
					</small>
				)}
			</td>
		</tr>
	)
}

/** Links that call telephone numbers; a word where there is none. */
export function Phones({ phones }: { phones: string[] }) {
	const { t } = useDeskI18n()
	if (phones.length === 0) return <small>{t('close.noPhone')}</small>
	return phones.map((phone) => (
		<a key={phone} className={link} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
			{phone}
		</a>
	))
}
