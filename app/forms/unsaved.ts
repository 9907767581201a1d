import { useEffect, useMemo, useRef } from 'react'

/** Changes that were typed or pressed and have no answer yet, each under the id of its form. */
export type Unsaved = {
	/**
	 * Adds the change of the form `id`. `send` sends what was not sent yet and returns false when there is nothing. With
	 * `before`, only links to addresses that begin with it wait for the change, and neither the back button nor a reload
	 * does.
	 */
	add: (id: string, send: () => boolean, before?: string) => void
	/** Removes the change of the form `id`, because its response is here. */
	settle: (id: string, answer: { isRefused: boolean }) => void
}

/**
 * Keeps a page with unsaved changes of the cart from being left: a link is followed once all is saved, and not followed
 * when something is refused, so that the reason is read. The browser's back button saves, too; before a reload the
 * browser asks.
 */
export function useUnsaved(): Unsaved {
	const changes = useRef(new Map<string, Change>())
	const wanted = useRef<HTMLAnchorElement | null>(null)

	useEffect(() => {
		const { current: unsaved } = changes
		const sendAll = (path = '') =>
			changesBefore(path, unsaved).filter(({ send }) => send()).length > 0
		function wait(event: MouseEvent) {
			const link = unsaved.size > 0 ? linkAway(event) : null
			if (!link || changesBefore(link.pathname, unsaved).length === 0) return
			event.preventDefault()
			event.stopImmediatePropagation()
			wanted.current = link
			sendAll(link.pathname)
		}
		function ask(event: BeforeUnloadEvent) {
			if (sendAll()) event.preventDefault()
		}
		const sendBehind = () => void sendAll()
		// Runs before the router.
		window.addEventListener('click', wait, true)
		window.addEventListener('popstate', sendBehind, true)
		window.addEventListener('beforeunload', ask)
		return () => {
			window.removeEventListener('click', wait, true)
			window.removeEventListener('popstate', sendBehind, true)
			window.removeEventListener('beforeunload', ask)
		}
	}, [])

	return useMemo(
		() => ({
			add: (id, send, before = '') => void changes.current.set(id, { send, before }),
			settle(id, { isRefused }) {
				changes.current.delete(id)
				if (isRefused) wanted.current = null
				const link = wanted.current
				if (!link || changesBefore(link.pathname, changes.current).length > 0) return
				wanted.current = null
				if (link.isConnected) link.click()
			},
		}),
		[],
	)
}

type Change = { send: () => boolean; before: string }

/** Returns the changes that a link to `path` waits for; for an empty one those that every link waits for. */
function changesBefore(path: string, unsaved: ReadonlyMap<string, Change>): Change[] {
	return [...unsaved.values()].filter(({ before }) => path.startsWith(before))
}

/** Returns the link to another page of the shop that a plain click follows in this tab; null for any other click. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
	const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
	if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
	if (!link || link.target !== '' || link.hasAttribute('download')) return null
	const { origin, pathname } = window.location
	return link.origin === origin && link.pathname !== pathname ? link : null
}
