import { Form } from 'react-router'

import { InvitePanel } from '#app/forms/invite-panel.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { routeTo } from '#app/models/venue/route-to.ts'
import type { OwnView } from '#app/routes/booking/booking-views.server.ts'
import { ChangeRows } from '#app/routes/booking/change-rows.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Button } from '#app/ui/button.tsx'
import { AtTheTill } from '#app/ui/order/at-the-till.tsx'
import { CalendarLink } from '#app/ui/order/calendar-link.tsx'
import { DayPlanPanel } from '#app/ui/order/day-plan-panel.tsx'
import { GiftPanel } from '#app/ui/order/gift-panel.tsx'
import { InvoiceList } from '#app/ui/order/invoices.tsx'
import * as styles from '#app/ui/order/order-page.css.ts'
import { Folded, Receipt } from '#app/ui/order/receipt.tsx'
import { shownOrderLines } from '#app/ui/order/shown-lines.ts'
import { Ticket, useHeadline } from '#app/ui/order/ticket.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

type BookingPageProps = { view: OwnView; refused: string | null }

/**
 * The page of a booking for its customer: the ticket, what is to pay, what can be changed until when, the plan of the
 * day, and the papers.
 */
export function BookingPage({ view, refused }: BookingPageProps) {
	const { order, party, visit, venue, words, rows, isByPhone } = view
	const ticketState = orderEnd(order) === 'cancelled' ? 'cancelled' : 'booked'
	const headline = useHeadline({
		ticketState,
		visit,
		name: party?.name ?? null,
		venue: venue.name,
		isDated: order.day !== null,
	})
	const till = <AtTheTill {...view} />
	const changes = rows.length > 0 && (
		<Panel title={words.changes} data-screen-only>
			<ChangeRows rows={rows} phone={isByPhone ? null : words.phone} />
		</Panel>
	)
	return (
		<div className={pages.page}>
			<title>{words.title}</title>
			<meta name="robots" content="noindex" />
			{words.done && <Alert kind="success" title={words.done} autoFocus />}
			{refused && <Alert kind="error" title={refused} autoFocus />}
			<Ticket
				ticketState={ticketState}
				visit={visit}
				headline={headline}
				day={order.day}
				times={visitTimes(order)}
			>
				<p className={styles.soft}>{words.greeting}</p>
				<Actions view={view} />
			</Ticket>
			<div className={pages.withAside}>
				<div className={styles.column}>
					{isByPhone ? <ByPhone words={words} /> : till}
					{!isByPhone && changes}
					{order.day && ticketState === 'booked' && <DayPlanPanel order={order} venue={venue} />}
				</div>
				<div className={styles.column}>
					{isByPhone && till}
					{isByPhone && changes}
					<Aside view={view} />
				</div>
			</div>
		</div>
	)
}

/**
 * The second column of a booking's page: the guests' link and the gift vouchers, then what was ordered, the papers, the
 * telephone number and the letter's link, each in a fold.
 */
function Aside({ view }: Pick<BookingPageProps, 'view'>) {
	const { t, locale } = useI18n()
	const { order, answers, voucherRest, invited, gifts, venue, words, isAll } = view
	return (
		<>
			{invited && <InvitePanel publicId={order.publicId} {...invited} mayWithdraw={isAll} />}
			{gifts && <GiftPanel order={order} gifts={gifts} isOwn />}
			<Receipt
				lines={shownOrderLines({ ...order, answers }, locale, t)}
				order={{ ...order, voucherRest }}
			/>
			<Papers view={view} />
			<Folded title={words.questions}>
				<p>
					<PhoneLink phone={words.phone} className={textLink} />
				</p>
				<p>
					<a href={`mailto:${venue.contact.email}?subject=${order.number}`} className={textLink}>
						{venue.contact.email}
					</a>
				</p>
			</Folded>
			<LinkForm words={words} isAll={isAll} />
		</>
	)
}

/**
 * The buttons that invite guests and put the visit into a calendar. From the day before on, once nothing can be changed
 * online, a link to the route takes the place of the invitation.
 */
function Actions({ view }: Pick<BookingPageProps, 'view'>) {
	const { t } = useI18n()
	const { order, invited, isByPhone, venue } = view
	return (
		<div className={styles.actions} data-screen-only>
			{isByPhone ? (
				<a href={routeTo(venue.contact)} rel="noreferrer" className={button.primary}>
					{t('success.route')}
				</a>
			) : (
				invited && (
					<Form method="post" action={`/checkout/success/${order.publicId}/invitation`}>
						<Button name="intent" value="invite">
							{t('invitation.panel.title')}
						</Button>
					</Form>
				)
			)}
			<CalendarLink
				order={order}
				file={order.number}
				variant={isByPhone || invited ? 'ghost' : 'primary'}
			/>
		</div>
	)
}

function ByPhone({ words }: { words: OwnView['words'] }) {
	return (
		<Panel title={words.telephone.title} data-screen-only>
			<div className={stack.md}>
				<p>{words.telephone.text}</p>
				<p>
					<PhoneLink phone={words.phone} className={button.ghost} />
				</p>
			</div>
		</Panel>
	)
}

function Papers({ view: { order, invoices, isAll, words } }: Pick<BookingPageProps, 'view'>) {
	if (isAll && invoices.length === 0) return null
	return (
		<Folded title={words.papers}>
			{isAll ? (
				<InvoiceList invoices={invoices} publicId={order.publicId} />
			) : (
				<p>{words.noPapers}</p>
			)}
		</Folded>
	)
}

/**
 * The form that mails the booking's link once more; for the customer alone, not for a visit by a key, also the button
 * that replaces all links that were sent.
 */
function LinkForm({ words: { link }, isAll }: { words: OwnView['words']; isAll: boolean }) {
	return (
		<Folded title={link.title}>
			<Form method="post" className={stack.md}>
				<p>{link.text}</p>
				<Button name="intent" value="sendLink" variant="ghost" wide>
					{link.send}
				</Button>
				{isAll && <p>{link.replaceText}</p>}
				{isAll && (
					<Button name="intent" value="replaceLinks" variant="ghost" wide>
						{link.replace}
					</Button>
				)}
			</Form>
		</Folded>
	)
}
