/** 'raumzeit.example', as one reads it aloud and types it in. */
export function shownWebsite(website: string): string {
	return website.replace(/^https?:\/\//, '')
}
