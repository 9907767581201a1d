import { use, useRef, type ReactNode } from 'react'
import {
	isRouteErrorResponse,
	Links,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useNavigation,
} from 'react-router'

import { AffiliateConsent } from '#app/forms/affiliate-consent.tsx'
import { HoldWarning } from '#app/forms/hold-warning.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { affiliateToAllow } from '#app/http/affiliate.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { pathIn } from '#app/http/page-language.server.ts'
import { inLocale, languageTags, type Locale, type Message } from '#app/i18n/i18n.ts'
import { PageTexts } from '#app/i18n/page-texts.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { affiliateMiddleware } from '#app/middleware/affiliate.server.ts'
import { availabilityMiddleware } from '#app/middleware/availability.server.ts'
import { callAnswerMiddleware } from '#app/middleware/call-answer.server.ts'
import { doorMiddleware } from '#app/middleware/door.server.ts'
import { forVisits } from '#app/middleware/for-visits.ts'
import { i18nOf, localeMiddleware } from '#app/middleware/locale.server.ts'
import { metricsMiddleware } from '#app/middleware/metrics.server.ts'
import { notFoundMiddleware } from '#app/middleware/not-found.server.ts'
import { readableFormMiddleware } from '#app/middleware/readable-form.server.ts'
import { redirectsMiddleware } from '#app/middleware/redirects.server.ts'
import { requestIdMiddleware } from '#app/middleware/request-id.server.ts'
import { sameOriginMiddleware, securityMiddleware } from '#app/middleware/security.server.ts'
import { noticeOf, sessionMiddleware, signedInOf } from '#app/middleware/session.server.ts'
import { underWayMiddleware } from '#app/middleware/under-way.server.ts'
import { cartOf, visitMiddleware } from '#app/middleware/visit.server.ts'
import { countThings } from '#app/models/cart/cart.ts'
import { listedPath, shownKind } from '#app/models/offer/listed-path.ts'
import { listWaysToPay } from '#app/models/payment/start.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { eachOf } from '#app/models/visitor/session.ts'
import { keptAnswersMiddleware } from '#app/pages/kept-answers.server.ts'
import { pageQueueMiddleware, refuseMiddleware } from '#app/pages/page-queue.server.ts'
import { signInQueueMiddleware } from '#app/pages/sign-in-queue.server.ts'
import { About, type AboutPage } from '#app/ui/about.tsx'
import { isMessage, messageOf, unavailable } from '#app/ui/error-message.ts'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { useFocusOnNavigation } from '#app/ui/focus-on-navigation.ts'
import inter from '#app/ui/fonts/inter.woff2?url'
import { Footer } from '#app/ui/footer.tsx'
import '#app/ui/global.css.ts'
import { Header, SkipLink } from '#app/ui/header.tsx'
import { lookAgainAfter } from '#app/ui/look-again.ts'
import { useMissingPart } from '#app/ui/missing-part.ts'
import { InformationModal } from '#app/ui/modal.tsx'
import { useNewBuild } from '#app/ui/new-build.ts'
import { nextFreeIn } from '#app/ui/next-free.tsx'
import { type NotificationItem, Notifications } from '#app/ui/notification.tsx'
import { endingHold } from '#app/ui/order/ending-hold.ts'
import { pending } from '#app/ui/pending.css.ts'
import { sentence } from '#app/ui/sentence.tsx'
import { shownWeek } from '#app/ui/shown-week.ts'
import { Unavailable } from '#app/ui/unavailable.ts'
import { WrittenVenueName } from '#app/ui/venue-name.tsx'
import { VisitKeeper } from '#app/ui/visit-keeper.tsx'

import type { Route } from './+types/root.ts'

/** The middleware of every request, outermost first: each passes it on to those below and sees the answer they make. */
export const middleware: Route.MiddlewareFunction[] = [
	// These see every answer, a refusal and a failure too: its name in the log, its count, its headers, its form.
	requestIdMiddleware,
	metricsMiddleware,
	underWayMiddleware,
	securityMiddleware,
	callAnswerMiddleware,
	availabilityMiddleware,
	notFoundMiddleware,
	// The middlewares below may answer with a page, which is written in the visitor's language.
	localeMiddleware,
	// Cheap refusals, before anything of the request is used.
	doorMiddleware,
	sameOriginMiddleware,
	readableFormMiddleware,
	// Redirects and kept pages need no place in a queue; the partner's cookie goes with both.
	forVisits(affiliateMiddleware),
	redirectsMiddleware,
	keptAnswersMiddleware,
	// A request that waits in these queues has read nothing of the database: its session comes after them.
	signInQueueMiddleware,
	pageQueueMiddleware,
	refuseMiddleware,
	// The visit reads the session, so the session is outside of it and is written after it.
	forVisits(sessionMiddleware),
	forVisits(visitMiddleware),
]

export const links: Route.LinksFunction = () => [
	{ rel: 'preload', as: 'font', type: 'font/woff2', href: inter, crossOrigin: 'anonymous' },
	{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	{ rel: 'manifest', href: '/site.webmanifest' },
]

/**
 * Returns the data of what is around every page: header, footer, messages, and the warning before the reservation ends.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
	const venue = currentVenue()
	const cart = await cartOf(context)
	const { locale, t } = i18nOf(context)
	const notice = await noticeOf(context)
	return {
		name: venue.name,
		contact: venue.contact,
		waysToPay: listWaysToPay(),
		announcement: inLocale(venue.announcement, locale),
		week: shownWeek(venue, locale, today(now())),
		about: aboutOn(url, venue, locale),
		affiliate: affiliateToAllow(request, url),
		notices: notice ? eachOf(notice).map((item) => ({ ...item, text: sentence(t, item) })) : [],
		signedIn: signedInOf(context)?.firstName ?? null,
		cart: { count: cart ? countThings(venue, cart) : 0 },
		hold: cart && endingHold(venue, cart, { locale, now: now() }),
	}
}

export function Layout({ children }: { children: ReactNode }) {
	// The locale comes from the context of words, because the error screen has no loader data.
	const { locale } = useI18n()
	const isUnavailable = use(Unavailable)
	const lookAgain = useMatches().map(lookAgainAfter).find(Boolean)
	return (
		<html lang={languageTags[locale]}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="dark" />
				{lookAgain && (
					<noscript>
						<meta httpEquiv="refresh" content={String(lookAgain)} />
					</noscript>
				)}
				<Links />
			</head>
			<body>
				{children}
				{!isUnavailable && <ScrollRestoration />}
				{!isUnavailable && <Scripts />}
			</body>
		</html>
	)
}

export default function App({ loaderData }: Route.ComponentProps) {
	return (
		<Shell data={loaderData}>
			<PageTexts>
				<Outlet />
			</PageTexts>
		</Shell>
	)
}

/**
 * The error screen in place of a page that failed, with a message that helps the visitor; of an unexpected error it
 * says only that one happened.
 */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
	const { t } = useI18n()
	const { pathname } = useLocation()
	const data = loaderData ?? null
	if (isRouteErrorResponse(error) && error.status === 404) {
		const pageNotFound: Message = { key: 'errorScreen.pageNotFound', values: { path: pathname } }
		return (
			<Shell data={data}>
				<ErrorScreen
					status={404}
					heading={t('errorScreen.notFoundHeading')}
					message={sentence(t, isMessage(error.data) ? error.data : pageNotFound)}
					next={nextFreeIn(error.data)}
				/>
			</Shell>
		)
	}
	const message = use(Unavailable) ? unavailable : messageOf(error)
	return (
		<Shell data={data}>
			<ErrorScreen heading={t('errorScreen.heading')} message={sentence(t, message)} />
		</Shell>
	)
}

const none: NotificationItem[] = []

/**
 * Returns the facts for the tags in the head that search engines and link previews read, on the start page and on
 * content pages; null on any other page.
 */
function aboutOn({ pathname, searchParams }: URL, venue: Venue, locale: Locale): AboutPage | null {
	const isStart = pathname === '/'
	if (!isStart && !pathname.startsWith('/pages/')) return null
	return {
		origin: siteOrigin,
		claim: inLocale(venue.claim, locale),
		start: isStart
			? {
					city: venue.contact.city,
					intro: inLocale(venue.intro, locale),
					shows: shownKind(venue, searchParams) === 'gift' ? 'gift' : 'all',
					path: pathIn(locale, listedPath(venue, searchParams)),
				}
			: null,
	}
}

type ShellData = Awaited<ReturnType<typeof loader>>

function Shell({ data, children }: { data: ShellData | null; children: ReactNode }) {
	const main = useRef<HTMLElement>(null)
	const navigation = useNavigation()
	useMissingPart()
	useNewBuild()
	useFocusOnNavigation(main)
	return (
		<>
			{data?.about && <About {...data.about} name={data.name} />}
			<SkipLink />
			{navigation.state !== 'idle' && <div className={pending} />}
			<Header
				name={data?.name ?? <WrittenVenueName />}
				cartCount={data?.cart.count ?? 0}
				signedIn={data?.signedIn ?? null}
			/>
			<HoldWarning hold={data?.hold ?? null} />
			<Notifications items={data?.notices ?? none} />
			{data?.affiliate && <AffiliateConsent value={data.affiliate} />}
			<main ref={main} id="content" tabIndex={-1}>
				{children}
			</main>
			<Footer facts={data} />
			<InformationModal />
			{data && <VisitKeeper {...data} />}
		</>
	)
}
