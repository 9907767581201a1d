import { useEffect, useRef } from 'react'

/**
 * Whoever was on something that has gone, a button or a whole part of the page, is then on what stands in its
 * place, or on the nearest thing around it; at last on `fallback`, by id.
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
		// A tap on nothing leaves what one was on.
		document.addEventListener('pointerdown', forget, true)
		document.addEventListener('focusin', note)
		return () => {
			document.removeEventListener('pointerdown', forget, true)
			document.removeEventListener('focusin', note)
		}
	}, [])
	// Browsers say nothing of it: looked at whenever the page may have changed.
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

/** Whether it could be focused; in something folded nothing can. */
function focus(element: Element): boolean {
	if (!(element instanceof HTMLElement)) return false
	if (element.tabIndex < 0) element.tabIndex = -1
	element.focus({ preventScroll: true })
	return document.activeElement === element
}
