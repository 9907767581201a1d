import { data } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { euros } from '#app/models/money.ts'
import { findOrderByNumber } from '#app/models/order/find.server.ts'
import { guestsOf } from '#app/models/order/guests.ts'
import { emailOf, isBooked, type Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTimes } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskMessage, DeskWords } from '#desk/i18n/words.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { LinkToRead } from '#desk/routes/new/link-to-read.tsx'
import { linkView } from '#desk/routes/new/link-view.server.ts'
import { sum, sums } from '#desk/routes/new/new.css.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel, Title } from '#desk/ui/panel.tsx'

import type { Route } from './+types/done.ts'

export const middleware = [staffOnly('shift')]

const missing: DeskMessage = { key: 'booking.notFound' }

/**
 * Reads what is left to say when a telephone booking is placed: its number, what was booked, and the pay link to read
 * out while it waits for its payment.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const order = await findOrderByNumber(params.number)
	if (!order) throw data(missing, 404)
	const link = linkView(order, localeOf(context))
	return {
		number: order.number,
		name: order.party?.name || `${order.person.firstName} ${order.person.lastName}`,
		facts: factsOf(order, deskWordsOf(context)),
		state: stateOf(isBooked(order), link !== null),
		isMailed: emailOf(order.person) !== null,
		link,
	}
}

/** Returns the booking as labels and values for a last look: day and time, guests, room, and total. */
function factsOf(order: Order, { t, locale }: DeskWords): { label: string; value: string }[] {
	const { day, lines, total } = order
	const times = visitTimes(order)
	const guests = guestsOf(currentVenue(), order)
	const rooms = new Set(lines.flatMap(({ detail }) => (detail ? [inLocale(detail, locale)] : [])))
	const when = [
		day && formatDay(day, locale, 'full'),
		times && formatTimes(times.startsAt, times.endsAt, locale),
	].filter(Boolean)
	return [
		{ label: t('phone.done.when'), value: when.join(', ') },
		...(guests > 0 ? [{ label: t('phone.guests'), value: String(guests) }] : []),
		...(rooms.size > 0 ? [{ label: t('phone.done.room'), value: [...rooms].join(', ') }] : []),
		{ label: t('phone.total'), value: euros(total, locale) },
	]
}

function stateOf(isBookedNow: boolean, waits: boolean): 'booked' | 'waiting' | 'over' {
	if (isBookedNow) return 'booked'
	return waits ? 'waiting' : 'over'
}

export default function Done({ loaderData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { number, name, state, link, isMailed, facts } = loaderData
	return (
		<>
			<PageTitle>{t('phone.done.title', { name })}</PageTitle>
			<Title heading={t('phone.done.title', { name })} about={number} />
			<Panel heading={t(`phone.done.${state}`)}>
				<dl className={sums}>
					{facts.map(({ label, value }) => (
						<div key={label} className={sum}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
				{link && <LinkToRead link={link} />}
				<p>{t(isMailed ? 'phone.done.mailed' : 'phone.done.noMail')}</p>
				<LinkButton to="/new">{t('phone.done.next')}</LinkButton>
				<LinkButton to={`/bookings/${number}`} look="line">
					{t('phone.done.toBooking')}
				</LinkButton>
			</Panel>
		</>
	)
}
