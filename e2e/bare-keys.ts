import { de } from '#app/i18n/de.ts'

type Branch = { [key: string]: string | Branch }

const keys = new Set(keysOf(de))

function keysOf(texts: Branch, path = ''): string[] {
	return Object.entries(texts).flatMap(([key, value]) =>
		typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
	)
}

/** Lists the keys that stand in texts because a page had no words for them. */
export function keysIn(texts: readonly string[]): string[] {
	return texts.flatMap((text) => text.split(/\s+/)).filter((word) => keys.has(word))
}
