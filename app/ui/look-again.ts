/**
 * Returns the seconds after which a page that waits for a payment is loaded again in a browser without scripts, as the
 * page's loader says; null for other pages.
 */
export function lookAgainAfter({ loaderData }: { loaderData: unknown }): number | null {
	const isWaiting =
		typeof loaderData === 'object' && loaderData !== null && 'lookAgainAfter' in loaderData
	return isWaiting && typeof loaderData.lookAgainAfter === 'number'
		? loaderData.lookAgainAfter
		: null
}
