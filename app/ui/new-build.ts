import { useEffect } from 'react'

import { build } from '#app/ui/build.ts'
import { http } from '#app/ui/http.ts'

const POLL = { minutes: 60 }

/**
 * Asks every hour whether the server has a newer build. Once it has one, the browser itself follows links and posts
 * forms, as it does without JavaScript, so that the next page comes with its own scripts.
 */
export function useNewBuild() {
	useEffect(() => {
		let isOutdated = false
		async function look() {
			const latest = await http<{ id: string }>('/builds/latest.json').catch(() => null)
			isOutdated ||= latest !== null && latest.id !== build.id
		}
		// Runs before the router, which would handle clicks and forms by itself.
		function leaveToBrowser(event: Event) {
			if (isOutdated && !opensDialog(event.target)) event.stopPropagation()
		}
		const timer = setInterval(look, POLL.minutes * 60_000)
		for (const type of ['click', 'submit'])
			window.addEventListener(type, leaveToBrowser, { capture: true })
		return () => {
			clearInterval(timer)
			for (const type of ['click', 'submit'])
				window.removeEventListener(type, leaveToBrowser, { capture: true })
		}
	}, [])
}

/** True for anything but a form and a link to a page: buttons, and links that open a dialog, stay on the page. */
function opensDialog(target: EventTarget | null): boolean {
	if (!(target instanceof Element) || target instanceof HTMLFormElement) return false
	return target.closest('a[href]:not([aria-haspopup])') === null
}
