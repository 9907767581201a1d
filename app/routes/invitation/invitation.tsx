import { visitView } from '#app/documents/visit-view.ts'
import { now } from '#app/gateways/clock.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { isOwnOrder } from '#app/middleware/session.server.ts'
import { invitationAt } from '#app/models/order/invitation.server.ts'
import { findInvited } from '#app/models/order/invitation.server.ts'
import type { Invitation } from '#app/models/order/invitation.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { routeTo } from '#app/models/venue/route-to.ts'
import { HostPanel } from '#app/routes/invitation/host-panel.tsx'
import * as styles from '#app/routes/invitation/invitation.css.ts'
import { SharedLink } from '#app/ui/about.tsx'
import { button } from '#app/ui/button.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Sign } from '#app/ui/sign.tsx'

import type { Route } from './+types/invitation.ts'

/** Reads an invitation for any visitor with its link: the facts meant for guests, and for the host the link to send. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const { order, before } = await orNotFoundPage(
		await findInvited(params.token),
		'errors.invitationNotFound',
	)
	const invitation = await orNotFoundPage(
		invitationAt(order, now(), before),
		'errors.invitationNotFound',
	)
	const venue = currentVenue()
	const locale = localeOf(context)
	const { room } = visitView(venue, order, locale)
	const { company, street, postcode, city } = venue.contact
	return {
		invitation,
		moved: movedWords(invitation, locale),
		room,
		path: `/invitation/${params.token}`,
		origin: siteOrigin,
		bring: venue.guestsBring ? inLocale(venue.guestsBring, locale) : null,
		arrival: inLocale(venue.arrival, locale),
		venue: { name: venue.name, place: { company, street, postcode, city } },
		host:
			!invitation.isCancelled && (await isOwnOrder(context, order.id))
				? { link: `${siteOrigin}/invitation/${params.token}`, publicId: order.publicId }
				: null,
	}
}

export function headers() {
	return { 'X-Robots-Tag': 'noindex' }
}

export default function InvitationPage({ loaderData }: Route.ComponentProps) {
	const { t, locale } = useI18n()
	const { invitation, moved, path, host, venue, origin } = loaderData
	const { type, name, day, startsAt, endsAt, isCancelled } = invitation
	const headline = t(`invitation.headline.${type}`, { name })
	const when = `${formatDay(day, locale, 'full')}, ${formatTimeRange(startsAt, endsAt, locale)}`
	// Leaves out the party's name: messengers keep the preview of a link, also once the invitation is withdrawn (faults
	// N76).
	const preview = {
		title: t(`invitation.preview.${isCancelled ? 'cancelled' : type}`, { venue: venue.name }),
		description: `${when}, ${venue.name}`,
	}
	return (
		<div className={pages.reading}>
			<title>{`${t('invitation.title')}: ${headline}`}</title>
			<meta name="robots" content="noindex" />
			<meta name="description" content={preview.description} />
			<SharedLink name={venue.name} origin={origin} {...preview} />
			{host && <HostPanel {...host} headline={headline} when={when} venue={venue.name} />}
			<article className={styles.pass}>
				<Picture
					src="/pictures/hero.svg"
					width={640}
					height={400}
					alt=""
					first
					className={styles.art}
				/>
				<div className={styles.words}>
					<p className={styles.kind}>
						{isCancelled ? t('invitation.cancelledKind') : (moved?.kind ?? t('invitation.title'))}
					</p>
					<h1 className={styles.headline}>{headline}</h1>
					{isCancelled && <p className={styles.welcome}>{t('invitation.cancelled')}</p>}
					{moved && (
						<p className={styles.welcome}>
							{moved.what} <s>{moved.when}</s>
						</p>
					)}
					{!isCancelled && (type === 'birthday' || type === 'bride') && (
						<p className={styles.welcome}>{t('invitation.welcome')}</p>
					)}
				</div>
				<Stub {...loaderData} />
				<div className={styles.actions} data-screen-only>
					<LinkButton to={`${path}/calendar.ics`} reloadDocument download="party.ics">
						<Sign name="calendar" className={styles.sign} />
						{isCancelled ? t('success.calendarCancelled') : t('invitation.calendarFile')}
					</LinkButton>
					{!isCancelled && (
						<a href={routeTo(venue.place)} rel="noreferrer" className={button.ghost}>
							{t('success.route')}
						</a>
					)}
				</div>
			</article>
		</div>
	)
}

/** Returns the words on a party that was moved, or null; the server makes them, because browsers lack the texts. */
function movedWords({ movedFrom }: Invitation, locale: Locale) {
	if (!movedFrom) return null
	const t = translator(locale)
	const { day, startsAt, endsAt } = movedFrom
	return {
		kind: t('invitation.rescheduled.kind'),
		what: t('invitation.rescheduled.what'),
		when: `${formatDay(day, locale, 'ofYear')}, ${formatTimeRange(startsAt, endsAt, locale)}`,
	}
}

type StubProps = Pick<
	Route.ComponentProps['loaderData'],
	'invitation' | 'room' | 'venue' | 'bring' | 'arrival'
>

/** Shows day, time and place of the party, and what to bring, like the stub of a boarding pass. */
function Stub({ invitation, room, venue, bring, arrival }: StubProps) {
	const { t, locale } = useI18n()
	const { day, startsAt, endsAt } = invitation
	const { company, street, postcode, city } = venue.place
	return (
		<dl className={styles.stub}>
			<div>
				<dt className={styles.term}>{t('invitation.day')}</dt>
				<dd className={styles.fact}>{formatDay(day, locale, 'full')}</dd>
			</div>
			<div>
				<dt className={styles.term}>{t('invitation.time')}</dt>
				<dd className={styles.fact}>{formatTimeRange(startsAt, endsAt, locale)}</dd>
			</div>
			<div className={styles.wide}>
				<dt className={styles.term}>{t('invitation.place')}</dt>
				<dd>
					<address className={styles.place}>
						<span className={styles.fact}>{[venue.name, room].filter(Boolean).join(', ')}</span>
						{company}
						<br />
						{street}
						<br />
						{postcode} {city}
					</address>
					{!invitation.isCancelled && <p className={styles.soft}>{arrival}</p>}
				</dd>
			</div>
			{bring && !invitation.isCancelled && (
				<div className={styles.wide}>
					<dt className={styles.term}>{t('invitation.bring')}</dt>
					<dd>{bring}</dd>
				</div>
			)}
		</dl>
	)
}
