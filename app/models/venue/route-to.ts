type Place = { street: string; postcode: string; city: string }

/** A planner of routes, which knows where one is. */
export function routeTo({ street, postcode, city }: Place): string {
	const to = new URLSearchParams({ api: '1', destination: `${street}, ${postcode} ${city}` })
	return `https://www.google.com/maps/dir/?${to}`
}
