import { useCallback } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Loads the page's data anew; false: the shop is out of reach, and the page stays as it is. A load that fails
 * would put the error screen in its place, and all that is typed on it were lost.
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
