import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * Focuses the start of a new page, for the keyboard and the screen reader. A field that stays on the page and has the
 * focus keeps it, because a visitor may be typing in it.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>) {
	const { pathname } = useLocation()
	const shown = useRef(pathname)
	useEffect(() => {
		if (shown.current === pathname) return
		shown.current = pathname
		if (!document.activeElement?.matches('input')) main.current?.focus({ preventScroll: true })
	}, [main, pathname])
}
