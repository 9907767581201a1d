import { useEffect } from 'react'

const PAUSE_MS = 400

/**
 * Keeps the values of a form as a draft, in every pause of the typing and when the page is left: the browser's back,
 * forward and reload show them again (faults N24). A form that is sent keeps no draft, its answer decides.
 */
export function useKeptTyping(formId: string) {
	useEffect(() => {
		const form = document.getElementById(formId)
		if (!(form instanceof HTMLFormElement)) return
		const returnTo = window.location.pathname
		let timer: number | undefined

		function forget() {
			window.clearTimeout(timer)
			timer = undefined
		}
		function keep() {
			if (timer === undefined || !(form instanceof HTMLFormElement)) return
			forget()
			const body = new FormData(form)
			body.set('returnTo', returnTo)
			fetch('/draft', { method: 'POST', body, keepalive: true }).catch(() => {})
		}
		function keepSoon() {
			window.clearTimeout(timer)
			timer = window.setTimeout(keep, PAUSE_MS)
		}

		form.addEventListener('input', keepSoon)
		form.addEventListener('submit', forget)
		window.addEventListener('beforeunload', keep)
		window.addEventListener('pagehide', keep)
		return () => {
			form.removeEventListener('input', keepSoon)
			form.removeEventListener('submit', forget)
			window.removeEventListener('beforeunload', keep)
			window.removeEventListener('pagehide', keep)
			keep()
		}
	}, [formId])
}
