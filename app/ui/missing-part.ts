import { useEffect, useRef } from 'react'
import { useBlocker, useNavigation, type Location } from 'react-router'

const RELOAD_GUARD = { seconds: 10 }
const storageKey = 'leftOnTheWayAt'

/**
 * Where the visitor wanted to go when a part of the page for it cannot be loaded; null as long as all is
 * well. The router reloads the document whenever the script of a page is missing (a newer build is out),
 * however often. Here the first reload is left to it; a navigation within ten seconds of it is held back,
 * so that the page can say what to do instead of reloading again.
 */
export function useMissingPart(): Location | null {
	const { state } = useNavigation()
	const wanted = useRef<string>(null)

	useEffect(() => {
		if (state === 'idle') wanted.current = null
	}, [state])

	useEffect(() => {
		const note = () => {
			const isOnTheWay = wanted.current !== null && wanted.current !== location.pathname
			if (isOnTheWay) sessionStorage.setItem(storageKey, String(Date.now()))
		}
		window.addEventListener('pagehide', note)
		return () => window.removeEventListener('pagehide', note)
	}, [])

	// Asked when a navigation begins. The state is drawn only later, on a busy phone after the script has failed.
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		if (currentLocation.pathname === nextLocation.pathname) return false
		if (wasReloadedForMissingPart()) return true
		wanted.current = nextLocation.pathname
		return false
	})
	return blocker.state === 'blocked' ? blocker.location : null
}

/** By the router: a reload by hand in the middle of a navigation looks the same, and is served as well. */
function wasReloadedForMissingPart() {
	const [entry] = performance.getEntriesByType('navigation')
	const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
	const seconds = (Date.now() - Number(sessionStorage.getItem(storageKey))) / 1000
	return isReload && seconds < RELOAD_GUARD.seconds
}
