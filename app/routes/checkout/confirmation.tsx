import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import * as styles from '#app/routes/checkout/confirmation.css.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Invoices, type InvoiceSummary } from '#app/ui/order/invoices.tsx'
import { OrderLines } from '#app/ui/order/order-lines.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { shownOrderLines } from '#app/ui/order/shown-lines.ts'
import { Sums } from '#app/ui/order/sums.tsx'

type PublicOrder = Omit<Order, 'id' | 'person' | 'party' | 'voucherCode'>

type ConfirmationProps = {
	order: PublicOrder
	locale: Locale
	firstName: string
	hasGifts: boolean
	/** The letter was refused for good. */
	isMailLost: boolean
	/** Only for the visit that ordered. */
	own: {
		person: OrderedPerson
		party: OrderedParty | null
		voucherCode: string | null
		invoices: InvoiceSummary[]
	} | null
	venue: {
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
	}
}

/** What, when, where, what to bring, what is still to pay: also on paper. */
export function Confirmation(props: ConfirmationProps) {
	const { order, locale, firstName, hasGifts, isMailLost, own, venue } = props
	const { t } = useI18n()
	return (
		<CheckoutPage step="done" title={t('success.title', { name: firstName })}>
			<div className={styles.intro}>
				<p className={pages.lead}>{t('success.booked')}</p>
				{!isMailLost && (
					<p className={styles.soft}>
						{own ? t('success.mailTo', { email: own.person.email }) : t('success.mail')}
					</p>
				)}
			</div>
			{own && isMailLost && (
				<Alert kind="warning" title={t('success.mailLost', { email: own.person.email })}>
					<p>{t('success.mailLostText', venue.contact)}</p>
				</Alert>
			)}
			<div className={pages.withAside}>
				<div className={styles.column}>
					<Visit order={order} locale={locale} party={own?.party ?? null} contact={venue.contact} />
					<Panel title={t('success.lines')}>
						<div className={styles.lines}>
							<OrderLines
								lines={shownOrderLines(order.lines, locale, t)}
								locale={locale}
								caption={t('success.lines')}
							/>
							<Sums sums={order} locale={locale} paid />
						</div>
					</Panel>
				</div>
				<div className={styles.column}>
					<ToPayOnSite order={order} locale={locale} />
					{order.day && <Coming venue={venue} />}
					{own && <Invoices invoices={own.invoices} publicId={order.publicId} />}
					{hasGifts && <Gifts publicId={order.publicId} isOwn={own !== null} />}
					<Actions order={order} />
				</div>
			</div>
		</CheckoutPage>
	)
}

function Coming({ venue }: Pick<ConfirmationProps, 'venue'>) {
	const { t } = useI18n()
	return (
		<>
			<Panel title={t('success.bring')}>
				<p>{venue.bring}</p>
			</Panel>
			<Panel title={t('success.arrival')}>
				<p>{venue.arrival}</p>
				<p data-screen-only>
					<Link to="/pages/anfahrt">{t('layout.arrival')}</Link>
				</p>
			</Panel>
		</>
	)
}

function Gifts({ publicId, isOwn }: { publicId: string; isOwn: boolean }) {
	const { t } = useI18n()
	return (
		<Panel title={t('success.gifts')}>
			<p>{t('success.giftsText')}</p>
			{isOwn && (
				<p data-screen-only>
					<Link to={`/checkout/success/${publicId}/gift-vouchers`}>{t('success.giftsPage')}</Link>
				</p>
			)}
		</Panel>
	)
}

type VisitProps = {
	order: PublicOrder
	locale: Locale
	party: OrderedParty | null
	contact: ConfirmationProps['venue']['contact']
}

function Visit({ order, locale, party, contact }: VisitProps) {
	const { t } = useI18n()
	const times = timesOf(order)
	return (
		<Panel title={order.day ? formatDay(order.day, locale, 'full') : t('success.titlePlain')}>
			<dl className={styles.facts}>
				<Fact term={t('success.number')}>
					<strong className={styles.number}>{order.number}</strong>
				</Fact>
				{times && (
					<Fact term={t('success.when')}>
						{formatTimeRange(times.startsAt, times.endsAt, locale)}
					</Fact>
				)}
				{party && (
					<Fact term={t('success.what')}>
						{t(`party.types.${party.type}`)}: {party.name}
					</Fact>
				)}
				{order.day && (
					<Fact term={t('success.where')}>
						<address className={styles.address}>
							{contact.company}
							<br />
							{contact.street}
							<br />
							{contact.postcode} {contact.city}
						</address>
					</Fact>
				)}
			</dl>
		</Panel>
	)
}

function ToPayOnSite({ order, locale }: { order: PublicOrder; locale: Locale }) {
	const { t } = useI18n()
	return (
		<Panel title={t('success.onSite')}>
			<p>
				{order.onSite > 0
					? t('success.onSiteText', { amount: euros(order.onSite, locale) })
					: t('success.onSiteNone')}
			</p>
		</Panel>
	)
}

function Actions({ order }: { order: PublicOrder }) {
	const { t } = useI18n()
	return (
		<div className={styles.actions} data-screen-only>
			{order.day && order.state === 'confirmed' && (
				<LinkButton
					to={`/checkout/success/${order.publicId}/calendar.ics`}
					reloadDocument
					download={`${order.number}.ics`}
				>
					{t('success.calendarFile')}
				</LinkButton>
			)}
			<Button type="button" variant="ghost" className={styles.print} onClick={() => window.print()}>
				{t('success.print')}
			</Button>
			<LinkButton to="/" variant="quiet">
				{t('success.toShop')}
			</LinkButton>
		</div>
	)
}

/** From the first beginning to the last end; null when nothing has a time. */
function timesOf({ lines }: PublicOrder): { startsAt: Date; endsAt: Date } | null {
	const begins = lines.flatMap(({ startsAt }) => (startsAt ? [startsAt.getTime()] : []))
	const ends = lines.flatMap(({ endsAt }) => (endsAt ? [endsAt.getTime()] : []))
	if (begins.length === 0 || ends.length === 0) return null
	return { startsAt: new Date(Math.min(...begins)), endsAt: new Date(Math.max(...ends)) }
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<div>
			<dt className={styles.term}>{term}</dt>
			<dd>{children}</dd>
		</div>
	)
}
