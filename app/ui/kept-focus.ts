import { useEffect, useRef } from 'react'

/**
 * Moves the focus when the focused element, a button or a whole part of the page, has gone: to what stands in its
 * place, or to the nearest element around it, or to `fallback`, by id.
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
	// Browsers fire no event when a focused element goes: checked after every render.
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

/** Focuses the element and returns whether that worked; inside a closed fold it does not. */
function focus(element: Element): boolean {
	if (!(element instanceof HTMLElement)) return false
	if (element.tabIndex < 0) element.tabIndex = -1
	element.focus({ preventScroll: true })
	return document.activeElement === element
}
