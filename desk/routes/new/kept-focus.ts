import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * Gives the focus back to the control that had it when a form is made anew for another state, so that the keyboard goes
 * on where it was (faults N201). Returns the listener for the form.
 */
export function useKeptFocus(state: string): (event: FocusEvent) => void {
	const last = useRef<string | null>(null)
	const shown = useRef(state)
	useEffect(() => {
		if (shown.current === state) return
		shown.current = state
		if (last.current === null || document.activeElement !== document.body) return
		document.querySelector<HTMLElement>(last.current)?.focus({ preventScroll: true })
	}, [state])
	return ({ target }) => {
		last.current = selectorOf(target)
	}
}

function selectorOf(element: Element): string | null {
	if (element.id !== '') return `#${CSS.escape(element.id)}`
	if (!(element instanceof HTMLButtonElement)) return null
	const { name, value } = element
	return `button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`
}
