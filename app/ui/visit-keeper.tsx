import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { http } from '#app/ui/http.ts'

/** `signedIn`: the customer's first name, null for a guest; `cart`: the number of things in it. */
type VisitKeeperProps = { signedIn: string | null; cart: { count: number } }
/** The answer of `GET /api/auth/session`. */
type Session = { user?: { name: string; email: string; image: string | null }; expires?: string }
type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/**
 * Keeps the visit of a browser with scripts: its guid, fetched on the first start, and its session, read again whenever
 * the window becomes visible. When the customer has signed in or out since, the page's data are read anew, but not on
 * pages of the account and the checkout, where that would take away typed values. The data of a page that shows a cart
 * are read anew as well, because another window may have changed it.
 */
export function VisitKeeper({ signedIn, cart }: VisitKeeperProps) {
	const { locale } = useI18n()
	const isSignedIn = signedIn !== null
	const { revalidate } = useRevalidator()
	const { pathname } = useLocation()
	const isTypedIn = /^\/(account|checkout)\b/.test(pathname)
	const showsCart = cart.count > 0 && /^\/(cart)?$/.test(pathname)
	const { session, isLoading, refreshedAt, read } = useSession(signedIn)
	const [known, setKnown] = useState({ signedIn, isSignedIn })
	// The page's newer data count more than an earlier session.
	if (known.signedIn !== signedIn) setKnown({ signedIn, isSignedIn })

	useEffect(() => {
		// In a task of its own, because a browser takes its time to open its storage.
		const later = window.setTimeout(() => {
			keepGuid(locale).catch(() => {}) // Without a storage the shop works the same.
		})
		return () => window.clearTimeout(later)
	}, [locale])

	useEffect(() => {
		async function readSession() {
			if (document.visibilityState !== 'visible') return
			const answer = await read()
			if (!answer) return
			const isStill = 'user' in answer
			setKnown({ signedIn, isSignedIn: isStill })
			const isOther = isStill !== isSignedIn && !isTypedIn
			if (isOther || showsCart) await revalidate()
		}
		document.addEventListener('visibilitychange', readSession)
		return () => document.removeEventListener('visibilitychange', readSession)
	}, [signedIn, isSignedIn, isTypedIn, showsCart, revalidate, read])

	const status: SessionStatus = known.isSignedIn ? 'authenticated' : 'unauthenticated'
	return (
		<div
			hidden
			data-session={isLoading ? 'loading' : status}
			data-session-object={session ? JSON.stringify(session) : undefined}
			data-refreshed-at={refreshedAt}
		/>
	)
}

/**
 * Returns the session as `GET /api/auth/session` answers it, the time of that, and `read`, which asks again. `read`
 * returns null when it failed, or when a newer answer or page came meanwhile. The page itself is the first answer: for a
 * guest it is complete; of a customer it knows the name only, so the rest is fetched.
 */
function useSession(signedIn: string | null) {
	const [known, setKnown] = useState<{ session: Session; refreshedAt: string } | null>(null)
	const [isLoading, setLoading] = useState(false)
	const keep = useCallback((session: Session) => {
		setKnown({ session, refreshedAt: new Date().toISOString() })
	}, [])
	const questions = useRef(0)
	const read = useCallback(async () => {
		const question = (questions.current += 1)
		setLoading(true)
		const session = await http<Session>('/api/auth/session').catch(() => null)
		// What was asked or shown meanwhile is newer, also when it came first.
		if (question !== questions.current) return null
		setLoading(false)
		if (session) keep(session)
		return session
	}, [keep])

	useEffect(() => {
		const later = window.setTimeout(() => {
			if (signedIn !== null) {
				void read()
				return
			}
			questions.current += 1
			setLoading(false)
			keep({})
		})
		return () => window.clearTimeout(later)
	}, [signedIn, keep, read])

	return { session: known?.session, isLoading, refreshedAt: known?.refreshedAt, read }
}

async function keepGuid(locale: Locale): Promise<void> {
	if (localStorage.getItem('guid') !== null) return
	const headers = { 'Accept-Language': locale }
	localStorage.setItem('guid', await http('/api/guid/provide', { headers }))
}
