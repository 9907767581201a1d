import { useEffect, useRef, type RefObject } from 'react'

/**
 * Focuses an element whenever `reason` is set to another value. Without scripts its `autoFocus` does so, which React
 * leaves to form controls.
 */
export function useFocusOn<Own extends HTMLElement>(reason: unknown): RefObject<Own | null> {
	const element = useRef<Own>(null)
	useEffect(() => {
		if (reason) element.current?.focus()
	}, [reason])
	return element
}
