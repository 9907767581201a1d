import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Loads the page's data anew; false when the shop is out of reach and the page stays as it is. A failed load would show
 * the error screen, and all that is typed on the page would be lost.
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
