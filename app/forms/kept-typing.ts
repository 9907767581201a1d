import { useEffect } from 'react'

const PAUSE_MS = 400

/**
 * Keeps the values of a form as a draft, in every pause of the typing and when the page is left, so that the browser's
 * back, forward and reload show them again (faults N24). A form that is sent keeps no draft: its response decides.
 * Fields elsewhere on the page that name the form count as well.
 */
export function useKeptTyping(formId: string) {
	useEffect(() => {
		const returnTo = window.location.pathname
		let typed: FormData | null = null
		let timer: number | undefined

		function forget() {
			window.clearTimeout(timer)
			typed = null
		}
		function keep() {
			const body = typed
			if (!body) return
			forget()
			body.set('returnTo', returnTo)
			fetch('/draft', { method: 'POST', body, keepalive: true }).catch(() => {})
		}
		function keepSoon({ target }: Event) {
			const form = document.getElementById(formId)
			if (!(form instanceof HTMLFormElement)) return
			if (![...form.elements].some((field) => field === target)) return
			// Read at once: when the page is left, its fields are gone.
			typed = new FormData(form)
			window.clearTimeout(timer)
			timer = window.setTimeout(keep, PAUSE_MS)
		}
		function forgetOwn({ target }: Event) {
			if (target instanceof HTMLFormElement && target.id === formId) forget()
		}

		document.addEventListener('input', keepSoon)
		document.addEventListener('submit', forgetOwn)
		window.addEventListener('beforeunload', keep)
		window.addEventListener('pagehide', keep)
		return () => {
			document.removeEventListener('input', keepSoon)
			document.removeEventListener('submit', forgetOwn)
			window.removeEventListener('beforeunload', keep)
			window.removeEventListener('pagehide', keep)
			keep()
		}
	}, [formId])
}
