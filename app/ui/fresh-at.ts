import { useEffect } from 'react'

import { useRefresh } from '#app/ui/refresh.ts'

const AGAIN_MS = 10_000

/**
 * Loads the page's data again a second after `instant` (ISO), so that it shows what has run out; later when the shop is
 * out of reach then.
 */
export function useFreshAt(instant: string | null) {
	const refresh = useRefresh()
	useEffect(() => {
		if (!instant) return undefined
		const wait = Date.parse(instant) - Date.now() + 1000
		let timer = setTimeout(look, Math.max(wait, 1000))
		function look() {
			timer = setTimeout(look, AGAIN_MS)
			void refresh().then((hasLoaded) => hasLoaded && clearTimeout(timer))
		}
		return () => clearTimeout(timer)
	}, [instant, refresh])
}
