import { useSyncExternalStore } from 'react'

/** Where scripts run, the page stays where it is; without them the fragment brings the visitor back there. */
export function useFragment(anchor: string): string {
	const isHydrated = useSyncExternalStore(never, yes, no)
	return isHydrated ? '' : `#${anchor}`
}

function never() {
	return () => {}
}

function yes() {
	return true
}

function no() {
	return false
}
