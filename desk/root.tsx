import { use, type ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router'

import { languageTags } from '#app/i18n/i18n.ts'
import { availabilityMiddleware } from '#app/middleware/availability.server.ts'
import { doorMiddleware } from '#app/middleware/door.server.ts'
import { metricsMiddleware } from '#app/middleware/metrics.server.ts'
import { notFoundMiddleware } from '#app/middleware/not-found.server.ts'
import { readableFormMiddleware } from '#app/middleware/readable-form.server.ts'
import { requestIdMiddleware } from '#app/middleware/request-id.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import inter from '#app/ui/fonts/inter.woff2?url'
import { Unavailable } from '#app/ui/unavailable.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { localeMiddleware } from '#desk/middleware/locale.server.ts'
import {
	ownNameMiddleware,
	sameOriginMiddleware,
	securityMiddleware,
} from '#desk/middleware/security.server.ts'
import { deviceMiddleware } from '#desk/middleware/staff.server.ts'
import { ErrorScreen } from '#desk/ui/error-screen.tsx'
import icon from '#desk/ui/favicon.svg?url'
import { Door } from '#desk/ui/frame.tsx'
import '#desk/ui/global.css.ts'
import { LiveWithoutScripts, useRetries } from '#desk/ui/live.tsx'

import type { Route } from './+types/root.ts'

/** The middleware of every request, outermost first: each passes it on to those below and sees the answer they make. */
export const middleware: Route.MiddlewareFunction[] = [
	requestIdMiddleware,
	metricsMiddleware,
	securityMiddleware,
	availabilityMiddleware,
	notFoundMiddleware,
	// The middlewares below may answer with a page, which is written in the language of the device.
	localeMiddleware,
	doorMiddleware,
	ownNameMiddleware,
	sameOriginMiddleware,
	readableFormMiddleware,
	deviceMiddleware,
]

export const links: Route.LinksFunction = () => [
	{ rel: 'preload', as: 'font', type: 'font/woff2', href: inter, crossOrigin: 'anonymous' },
	{ rel: 'icon', href: icon, type: 'image/svg+xml' },
]

/** Returns the name of the venue, which the title of every page contains. */
export function loader() {
	return { venue: currentVenue().name }
}

export function Layout({ children }: { children: ReactNode }) {
	const { locale } = useDeskI18n()
	const isUnavailable = use(Unavailable)
	return (
		<html lang={languageTags[locale]}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="dark" />
				<LiveWithoutScripts />
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

export default function Desk() {
	return <Outlet />
}

/**
 * Shows why a request was refused or failed, on a page without the frame: nobody is signed in, or the frame itself
 * failed.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	useRetries(error)
	return (
		<Door>
			<ErrorScreen error={error} />
		</Door>
	)
}
