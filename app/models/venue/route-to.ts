type PostalAddress = { street: string; postcode: string; city: string }

/** Returns the address of a Google Maps route from the reader's position to the venue. */
export function routeTo({ street, postcode, city }: PostalAddress): string {
	const to = new URLSearchParams({ api: '1', destination: `${street}, ${postcode} ${city}` })
	return `https://www.google.com/maps/dir/?${to}`
}
