import { useEffect, useRef, type RefObject } from 'react'

/**
 * Brings the keyboard to an element whenever `reason` is there and another one. Without scripts its `autoFocus`
 * does so, which React leaves to form controls alone.
 */
export function useFocusOn<Own extends HTMLElement>(reason: unknown): RefObject<Own | null> {
	const element = useRef<Own>(null)
	useEffect(() => {
		if (reason) element.current?.focus()
	}, [reason])
	return element
}
