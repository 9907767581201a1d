import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Returns a function that loads the page's data anew and returns true. When the shop is out of reach, it returns false
 * and loads nothing: a failed load would show the error screen, and all that is typed on the page would be lost.
 */
export function useRefresh(): () => Promise<boolean> {
	const { revalidate } = useRevalidator()
	return useCallback(async () => {
		const isThere = await fetch('/readyz').then(
			({ ok }) => ok,
			() => false,
		)
		if (isThere) await revalidate()
		return isThere
	}, [revalidate])
}
