import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again a second after `instant` (ISO), so that it says by itself what has run out. */
export function useFreshAt(instant: string | null) {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (!instant) return undefined
		const wait = Date.parse(instant) - Date.now() + 1000
		const timer = setTimeout(() => void revalidate(), Math.max(wait, 1000))
		return () => clearTimeout(timer)
	}, [instant, revalidate])
}
