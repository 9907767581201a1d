import { useEffect, useRef } from 'react'
import { createPath, useBlocker, useNavigation } from 'react-router'

const RELOAD_GUARD = { seconds: 10 }
const storageKey = 'leftOnTheWayAt'

/**
 * Handles a page script that cannot be loaded (a newer build is out, the line is bad). The router reloads the document
 * each time, however often. The first reload is left to it. For the ten seconds after it links and forms are the
 * browser's own, as without scripts: the page comes from the server with or without its script, and no second reload
 * follows (faults N3).
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

	// Checked when a navigation begins. The state is rendered only later, on a busy phone after the script has failed.
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		if (currentLocation.pathname === nextLocation.pathname) return false
		if (hasJustReloaded()) return true
		wanted.current = nextLocation.pathname
		return false
	})
	// The browser's back and forward, and navigations that a script asked for.
	useEffect(() => {
		if (blocker.state === 'blocked') window.location.assign(createPath(blocker.location))
	}, [blocker])
}

/** True for a form that is sent, or a link to another page of the shop. */
function leadsOn({ type, target }: Event): boolean {
	if (type === 'submit') return true
	const link = target instanceof Element ? target.closest('a') : null
	return link !== null && link.origin === location.origin && link.pathname !== location.pathname
}

/**
 * True after the router left the document in the middle of a navigation. A visitor who left by hand looks the same, and
 * is served as well.
 */
function hasJustReloaded(): boolean {
	const seconds = (Date.now() - leftAt()) / 1000
	return seconds >= 0 && seconds < RELOAD_GUARD.seconds
}

/**
 * The time at which the document was left. The storage of a window throws or is null where cookies and the like are
 * blocked (faults N7); then a document that began with a reload counts as reloaded by the router.
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
