import { InvitePanel } from '#app/forms/invite-panel.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import { listInvoices } from '#app/models/invoice/find.server.ts'
import { findOrderOf } from '#app/models/order/account-orders.server.ts'
import { invitedBy } from '#app/models/order/invitation.server.ts'
import { shownState } from '#app/models/order/order-end.ts'
import { stillPossible } from '#app/models/order/policy-words.ts'
import { payableRest } from '#app/models/payment/rest.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { findRestOfVoucher } from '#app/models/voucher/ledger.server.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import { CalendarLink } from '#app/ui/order/calendar-link.tsx'
import { ChangesNote } from '#app/ui/order/changes-note.tsx'
import { Invoices } from '#app/ui/order/invoices.tsx'
import { OrderLines } from '#app/ui/order/order-lines.tsx'
import { OrderSums } from '#app/ui/order/order-sums.tsx'
import { shownOrderLines } from '#app/ui/order/shown-lines.ts'
import { Sums } from '#app/ui/order/sums.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/order-details.ts'

/** Reads an order of the account; answers 404 for an order of another account, as for one that does not exist. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const own = await findOrderOf(accountOf(context).id, params.bookingId)
	const whole = await orNotFoundPage(own, 'errors.orderNotFound')
	const { id: _, ...placed } = whole
	const [invoices, invited, voucherRest, moved] = await Promise.all([
		listInvoices(whole),
		invitedBy(whole, now()),
		findRestOfVoucher(whole),
		countMoves(whole),
	])
	const order = { ...placed, voucherRest }
	return {
		order,
		invoices,
		invited,
		isRestPayable: payableRest(whole, now()) > 0,
		changes: stillPossible(currentVenue(), { ...whole, moved }, now(), localeOf(context)),
	}
}

export default function OrderDetails({
	loaderData: { order, invoices, invited, isRestPayable, changes },
}: Route.ComponentProps) {
	const { t, locale } = useI18n()
	const { publicId, state } = order
	const isPaid = order.confirmedAt !== null
	return (
		<AccountPage title={t('account.order.title', { number: order.number })}>
			<Placed order={order} changes={changes} />
			<Panel title={t('success.lines')}>
				<div className={stack.xl}>
					<OrderLines lines={shownOrderLines(order, locale, t)} caption={t('success.lines')} />
					{isPaid ? <OrderSums order={order} /> : <Sums sums={order} />}
					{isRestPayable && (
						<LinkButton to={`/booking/${publicId}/rest`} variant="ghost">
							{t('success.payRest')}
						</LinkButton>
					)}
				</div>
			</Panel>
			{invited && <InvitePanel publicId={publicId} {...invited} />}
			<Invoices invoices={invoices} publicId={publicId} />
			<div className={styles.list}>
				<CalendarLink order={order} file={order.number} />
				{isPaid && order.day && (
					<LinkButton to={`/booking/${publicId}`} variant="ghost">
						{t('success.toBooking')}
					</LinkButton>
				)}
				{(isPaid || state === 'pendingPayment') && (
					<LinkButton to={`/checkout/success/${publicId}`} variant="quiet">
						{t('account.order.confirmation')}
					</LinkButton>
				)}
				<LinkButton to="/account/orders" variant="quiet">
					{t('account.order.back')}
				</LinkButton>
			</div>
		</AccountPage>
	)
}

type PlacedProps = Pick<Route.ComponentProps['loaderData'], 'order' | 'changes'>

/**
 * Shows the day of the visit, the date and state of the order, the party, and until when the booking can be changed.
 */
function Placed({ order, changes }: PlacedProps) {
	const { t, locale } = useI18n()
	return (
		<Panel title={order.day ? formatDay(order.day, locale, 'full') : t('success.titlePlain')}>
			<div className={stack.md}>
				<p className={styles.note}>
					<FactLine>
						<Fact>
							{t('account.order.orderedOn', {
								day: formatDay(order.createdAt, locale, 'numeric'),
							})}
						</Fact>
						<Fact>{t(`account.orders.states.${shownState(order)}`)}</Fact>
					</FactLine>
				</p>
				{order.party && (
					<p>
						{t(`party.types.${order.party.type}`)}: {order.party.name}
					</p>
				)}
				<ChangesNote changes={changes} />
			</div>
		</Panel>
	)
}
