import { useEffect, useRef } from 'react'
import { createPath, useBlocker, useNavigation } from 'react-router'

const RELOAD_GUARD = { seconds: 10 }
const storageKey = 'leftOnTheWayAt'

/**
 * Handles a page whose script cannot be loaded, because a newer build is out or the line is bad. The router then
 * reloads the document, and would do so again and again. After its first reload the browser itself follows links and
 * sends forms for ten seconds, as without scripts: the page comes from the server, and no second reload follows (faults
 * N3).
 */
export function useMissingPart(): void {
	const { state } = useNavigation()
	const wanted = useRef<string>(null)

	useEffect(() => {
		if (state === 'idle') wanted.current = null
	}, [state])

	useEffect(() => {
		const note = () => {
			const isOnTheWay = wanted.current !== null && wanted.current !== location.pathname
			if (isOnTheWay) noteLeaving()
		}
		window.addEventListener('pagehide', note)
		return () => window.removeEventListener('pagehide', note)
	}, [])

	useEffect(() => {
		// Runs before React, whose handlers would give a link or a form to the router.
		const leaveToBrowser = (event: Event) => {
			if (leadsOn(event) && hasJustReloaded()) event.stopPropagation()
		}
		window.addEventListener('click', leaveToBrowser, true)
		window.addEventListener('submit', leaveToBrowser, true)
		return () => {
			window.removeEventListener('click', leaveToBrowser, true)
			window.removeEventListener('submit', leaveToBrowser, true)
		}
	}, [])

	// Notes the path when a navigation begins: on a busy phone `state` may be rendered only after the script has failed.
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		if (currentLocation.pathname === nextLocation.pathname) return false
		if (hasJustReloaded()) return true
		wanted.current = nextLocation.pathname
		return false
	})
	// Loads the page from the server also for a blocked navigation by the browser's back or forward, or by a script.
	useEffect(() => {
		if (blocker.state === 'blocked') window.location.assign(createPath(blocker.location))
	}, [blocker])
}

/** True for the event of a form that is sent, or of a click on a link to another page of the shop. */
function leadsOn({ type, target }: Event): boolean {
	if (type === 'submit') return true
	const link = target instanceof Element ? target.closest('a') : null
	return link !== null && link.origin === location.origin && link.pathname !== location.pathname
}

/**
 * True for ten seconds after the document was left in the middle of a navigation, which the router does when a script
 * is missing. A visitor who reloaded by hand cannot be told apart; for that visitor links and forms work as well.
 */
function hasJustReloaded(): boolean {
	const seconds = (Date.now() - leftAt()) / 1000
	return seconds >= 0 && seconds < RELOAD_GUARD.seconds
}

/**
 * Returns the time, in milliseconds since 1970, at which the document was left in the middle of a navigation; 0 when it
 * was not. A browser that blocks cookies and the like has no storage: it throws or is null (faults N7). There a
 * document that began with a reload counts as left when it began.
 */
function leftAt(): number {
	try {
		return Number(sessionStorage.getItem(storageKey))
	} catch {
		const [entry] = performance.getEntriesByType('navigation')
		const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
		return isReload ? performance.timeOrigin : 0
	}
}

function noteLeaving(): void {
	try {
		sessionStorage.setItem(storageKey, String(Date.now()))
	} catch {
		// Without a storage the type of the next navigation decides.
	}
}
