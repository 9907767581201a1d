import { InvitePanel } from '#app/forms/invite-panel.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { zero, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isGiftOnly } from '#app/models/order/order.ts'
import type { PublicOrder } from '#app/models/order/public-order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { VisitView } from '#app/models/order/visit-view.ts'
import type { OrderedAnswers } from '#app/models/product/answer.ts'
import type { QrCode } from '#app/models/qr-code.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { flush } from '#app/ui/button.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AtTheTill } from '#app/ui/order/at-the-till.tsx'
import { CalendarLink } from '#app/ui/order/calendar-link.tsx'
import { DayPlanPanel } from '#app/ui/order/day-plan-panel.tsx'
import { GiftPanel, type GiftCounts } from '#app/ui/order/gift-panel.tsx'
import { Invoices, type InvoiceSummary } from '#app/ui/order/invoices.tsx'
import * as styles from '#app/ui/order/order-page.css.ts'
import { Receipt } from '#app/ui/order/receipt.tsx'
import { shownOrderLines } from '#app/ui/order/shown-lines.ts'
import { Ticket, useHeadline, type TicketState } from '#app/ui/order/ticket.tsx'
import * as pages from '#app/ui/page.css.ts'

type ConfirmationProps = {
	order: PublicOrder
	firstName: string
	/** The rights of this visit to the booking; null without any, and the booking's own page is then not linked. */
	rights: BookingRights | null
	/** The numbers of valid and void gift vouchers that the order sold; null when it sold none. */
	gifts: GiftCounts | null
	/** True while what is left to pay at the venue can be paid online. */
	isRestPayable: boolean
	/** True when the letter that confirms the order was refused for good. */
	isMailLost: boolean
	/** The data for the customer alone; null for other visitors. */
	own: {
		person: OrderedPerson
		party: OrderedParty | null
		answers: OrderedAnswers
		voucherCode: string | null
		voucherRest: Cents
		invoices: InvoiceSummary[]
		/** `isMade`: guests were invited already. Null when the order has nothing to invite to. */
		invited: { isMade: boolean } | null
	} | null
	visit: VisitView
	/** The order number as a QR code. */
	code: QrCode
	venue: {
		name: string
		contact: {
			company: string
			street: string
			postcode: string
			city: string
			phone: string
			email: string
		}
		bring: string
		arrival: string
		changes: string[]
	}
}

/** Shows what was booked, when and where, what to bring and what is still to pay; it is made to be printed, too. */
export function Confirmation(props: ConfirmationProps) {
	const { order, rights, gifts, isMailLost, own, visit, venue } = props
	const { t, locale } = useI18n()
	const ticketState = ticketStateOf(order, gifts)
	const headline = useHeadline({
		ticketState,
		visit,
		name: own?.party?.name ?? null,
		venue: venue.name,
		isDated: order.day !== null,
	})
	const ticket = (
		<Ticket
			ticketState={ticketState}
			visit={visit}
			headline={headline}
			day={order.day}
			times={visitTimes(order)}
		>
			<Thanks ticketState={ticketState} {...props} />
			<Actions order={order} isOpen={rights !== null} />
		</Ticket>
	)
	return (
		<CheckoutPage step="done" title={headline} lead={ticket}>
			{own && isMailLost && (
				<Alert kind="warning" title={t('success.mailLost', { email: own.person.email })}>
					<p>{t('success.mailLostText', venue.contact)}</p>
				</Alert>
			)}
			<div className={own || gifts ? pages.withAside : styles.column}>
				<div className={styles.column}>
					<AtTheTill {...props} party={own?.party ?? null} />
					{order.day && ticketState !== 'cancelled' && <DayPlanPanel order={order} venue={venue} />}
				</div>
				{(own || gifts) && (
					<div className={styles.column}>
						{own?.invited && <InvitePanel publicId={order.publicId} {...own.invited} />}
						{gifts && <GiftPanel order={order} gifts={gifts} isOwn={own !== null} />}
						{own && <Invoices invoices={own.invoices} publicId={order.publicId} />}
					</div>
				)}
			</div>
			<Receipt
				lines={shownOrderLines({ ...order, ...own }, locale, t)}
				order={{ ...order, voucherRest: own?.voucherRest ?? zero }}
			/>
		</CheckoutPage>
	)
}

/**
 * The words of thanks with the customer's name, and to the customer alone the mail address; for an order that ended,
 * the sentence on its state.
 */
function Thanks({
	ticketState,
	firstName,
	own,
	isMailLost,
}: Pick<ConfirmationProps, 'firstName' | 'own' | 'isMailLost'> & { ticketState: TicketState }) {
	const { t } = useI18n()
	if (ticketState !== 'booked')
		return <p className={styles.soft}>{t(`success.${ticketState}Text`)}</p>
	const told = own ? t('success.mailTo', { email: own.person.email }) : t('success.mail')
	return (
		<p className={styles.soft}>
			{t('success.title', { name: firstName })} {!isMailLost && told}
		</p>
	)
}

/**
 * Returns the state that the ticket shows: 'void' once all gift vouchers are void of an order that sold nothing else.
 */
function ticketStateOf(order: PublicOrder, gifts: GiftCounts | null): TicketState {
	if (orderEnd(order) === 'cancelled') return 'cancelled'
	const isVoid = isGiftOnly(order) && gifts?.valid === 0 && gifts.voided > 0
	return isVoid ? 'void' : 'booked'
}

function Actions({ order, isOpen }: { order: PublicOrder; isOpen: boolean }) {
	const { t } = useI18n()
	return (
		<div className={styles.actions} data-screen-only>
			<CalendarLink order={order} file={order.number} />
			{isOpen && order.day && (
				<LinkButton to={`/booking/${order.publicId}`} variant="ghost">
					{t('success.toBooking')}
				</LinkButton>
			)}
			<Button type="button" variant="ghost" className={styles.print} onClick={() => window.print()}>
				{t('success.print')}
			</Button>
			<LinkButton to="/" variant="quiet" className={flush}>
				{t('success.toShop')}
			</LinkButton>
		</div>
	)
}
