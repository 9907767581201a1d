import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns the ref for an element, which is focused when it appears and whenever `reason` becomes another truthy value.
 * Without scripts the browser focuses it by its `autofocus`; React itself does that for form controls only.
 */
export function useFocusOn<Own extends HTMLElement>(reason: unknown): RefObject<Own | null> {
	const element = useRef<Own>(null)
	useEffect(() => {
		if (reason) element.current?.focus()
	}, [reason])
	return element
}
