/** What a page that waits for something says in its data: when it is to be loaded again without scripts. */
export function lookAgainAfter({ loaderData }: { loaderData: unknown }): number | null {
	const isWaiting =
		typeof loaderData === 'object' && loaderData !== null && 'lookAgainAfter' in loaderData
	return isWaiting && typeof loaderData.lookAgainAfter === 'number'
		? loaderData.lookAgainAfter
		: null
}
