import { useRef, type WheelEvent } from 'react'

/** Returns a number field's ref, and a step that does the same as its arrow keys. */
export function useStep() {
	const input = useRef<HTMLInputElement>(null)

	function step(by: 1 | -1) {
		if (!input.current) return
		if (by > 0) input.current.stepUp()
		else input.current.stepDown()
		input.current.dispatchEvent(new Event('input', { bubbles: true }))
		input.current.dispatchEvent(new Event('change', { bubbles: true }))
	}

	return { input, step }
}

/** Firefox turns a focused number with the mouse wheel; this lets the page scroll instead (faults N8). */
export function letScroll(event: WheelEvent<HTMLInputElement>) {
	event.currentTarget.blur()
}
