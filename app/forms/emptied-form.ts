import { useEffect, useRef, type RefObject } from 'react'
import { useNavigation } from 'react-router'

import type { FormResult } from '#app/forms/form.ts'

/**
 * Empties a form that stays on the page once its change is done, as a reload without scripts does. `intent` is that of
 * its button; a form that is refused keeps its values.
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
