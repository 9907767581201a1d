import { useRouteLoaderData } from 'react-router'

/**
 * Returns the venue's name from the data of the root route; undefined on a page that was refused before its loaders.
 */
export function useVenueName(): string | undefined {
	return useRouteLoaderData<{ venue: string }>('root')?.venue
}
