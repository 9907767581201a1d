/** The website without its scheme, as it is typed: 'raumzeit.example'. */
export function shownWebsite(website: string): string {
	return website.replace(/^https?:\/\//, '')
}
