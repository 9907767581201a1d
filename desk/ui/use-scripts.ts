import { useSyncExternalStore } from 'react'

/** True as soon as scripts run in the page; false on the server, and so in a page without scripts. */
export function useScripts(): boolean {
	return useSyncExternalStore(
		() => () => undefined,
		() => true,
		() => false,
	)
}
