import { useEffect } from 'react'
import { useBlocker, useNavigation, type Location } from 'react-router'

const RELOAD_GUARD = { seconds: 10 }
const key = 'leftOnTheWayAt'

/**
 * Where the visitor wanted to go when a part of the page for it cannot be loaded; null as long as all is
 * well. The router reloads the document whenever the script of a page is missing (a newer build is out),
 * however often. Here the first reload is left to it; a navigation within ten seconds of it is held back,
 * so that the page can say what to do instead of reloading again.
 */
export function useMissingPart(): Location | null {
	const { state } = useNavigation()
	const isOnTheWay = state !== 'idle'

	useEffect(() => {
		if (!isOnTheWay) return
		window.addEventListener('pagehide', noteLeaving)
		return () => window.removeEventListener('pagehide', noteLeaving)
	}, [isOnTheWay])

	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			currentLocation.pathname !== nextLocation.pathname && wasReloadedForMissingPart(),
	)
	return blocker.state === 'blocked' ? blocker.location : null
}

function noteLeaving() {
	sessionStorage.setItem(key, String(Date.now()))
}

/** By the router: a reload by hand in the middle of a navigation looks the same, and is served as well. */
function wasReloadedForMissingPart() {
	const [entry] = performance.getEntriesByType('navigation')
	const isReload = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
	const seconds = (Date.now() - Number(sessionStorage.getItem(key))) / 1000
	return isReload && seconds < RELOAD_GUARD.seconds
}
