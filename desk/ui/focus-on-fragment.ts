import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { focusPart } from '#app/ui/fragment-links.ts'

/**
 * Moves the focus to the part of the page that a followed link names, as a browser does without scripts: the next Tab
 * goes on there, and the part is in sight (faults N200).
 */
export function useFocusOnFragment(): void {
	const { hash, key } = useLocation()
	useEffect(() => {
		// The browser loaded the document from this address, and has moved the focus itself.
		if (hash === '' || key === 'default') return
		focusPart(hash.slice(1))
	}, [hash, key])
}
