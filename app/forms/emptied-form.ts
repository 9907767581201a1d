import { useEffect, useRef, type RefObject } from 'react'
import { useNavigation } from 'react-router'

import type { FormResult } from '#app/forms/form.ts'

/**
 * Returns the ref for a form that stays on the page after its change, and empties it once the change is done, as a
 * reload without scripts does. `intent` is that of the form's button; `result` is its refusal, after which it keeps its
 * values.
 */
export function useEmptiedForm(
	intent: string,
	result: FormResult | undefined,
): RefObject<HTMLFormElement | null> {
	const form = useRef<HTMLFormElement>(null)
	const isSent = useRef(false)
	const { state, formData } = useNavigation()
	const isOwn = formData?.get('intent') === intent
	useEffect(() => {
		if (state !== 'idle') {
			if (isOwn) isSent.current = true
			return
		}
		if (isSent.current && !result) form.current?.reset()
		isSent.current = false
	}, [state, isOwn, result])
	return form
}
