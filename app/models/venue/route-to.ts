type Place = { street: string; postcode: string; city: string }

/** The address of a Google Maps route from the reader's position to the venue. */
export function routeTo({ street, postcode, city }: Place): string {
	const to = new URLSearchParams({ api: '1', destination: `${street}, ${postcode} ${city}` })
	return `https://www.google.com/maps/dir/?${to}`
}
