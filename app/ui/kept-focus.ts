import { useEffect, useRef } from 'react'

/**
 * Moves the focus after the focused element, a button or a whole part of the page, has left the page: to the element
 * that now has its id, or else to the nearest element around it that has an id, or else to the element with the id
 * `fallback`.
 */
export function useKeptFocus(fallback: string) {
	const around = useRef<string[]>([])
	useEffect(() => {
		const note = ({ target }: Event) => {
			around.current = target instanceof Element ? idsAround(target) : []
		}
		const forget = () => {
			around.current = []
		}
		// A tap on the bare page ends the focus on purpose.
		document.addEventListener('pointerdown', forget, true)
		document.addEventListener('focusin', note)
		return () => {
			document.removeEventListener('pointerdown', forget, true)
			document.removeEventListener('focusin', note)
		}
	}, [])
	// Browsers fire no event when a focused element leaves the page, so this runs after every render.
	useEffect(() => {
		if (around.current.length === 0 || document.activeElement !== document.body) return
		const last = document.getElementById(fallback) ?? document.querySelector('main')
		for (const id of around.current) {
			const element = document.getElementById(id)
			if (element?.contains(last)) break
			if (element && focus(element)) return
		}
		if (last) focus(last)
	})
}

function idsAround(element: Element): string[] {
	const ids: string[] = []
	for (let at: Element | null = element; at; at = at.parentElement) if (at.id) ids.push(at.id)
	return ids
}

/** Focuses the element and returns true when that worked; inside a closed fold, for example, it does not. */
function focus(element: Element): boolean {
	if (!(element instanceof HTMLElement)) return false
	if (element.tabIndex < 0) element.tabIndex = -1
	element.focus({ preventScroll: true })
	return document.activeElement === element
}
