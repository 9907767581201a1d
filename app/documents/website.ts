/** Returns a website's address without its scheme, as people type it: 'raumzeit.example'. */
export function shownWebsite(website: string): string {
	return website.replace(/^https?:\/\//, '')
}
