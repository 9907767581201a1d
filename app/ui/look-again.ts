/**
 * Returns the seconds after which a waiting page is to be loaded again without scripts, from its data; null for other
 * pages.
 */
export function lookAgainAfter({ loaderData }: { loaderData: unknown }): number | null {
	const isWaiting =
		typeof loaderData === 'object' && loaderData !== null && 'lookAgainAfter' in loaderData
	return isWaiting && typeof loaderData.lookAgainAfter === 'number'
		? loaderData.lookAgainAfter
		: null
}
