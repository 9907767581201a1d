/**
 * A path of our own from something a stranger may have written; anything else becomes `/`. A backslash
 * counts as a slash to browsers, control characters are skipped by them.
 */
export function ownPath(target: FormDataEntryValue | null | undefined): string {
	const { pathname, search, hash } = ownAddress(target)
	return pathname + search + hash
}

/** The same, to be looked into or changed; its origin means nothing. */
export function ownAddress(target: FormDataEntryValue | null | undefined): URL {
	const start = new URL('/', base)
	if (typeof target !== 'string' || target.length > 2000 || !/^\/(?![/\\])/.test(target))
		return start
	// oxlint-disable-next-line no-control-regex
	if (/[\u0000-\u001F\u007F\\]/.test(target)) return start
	const url = URL.canParse(target, base) ? new URL(target, base) : start
	return url.origin === base && !url.pathname.startsWith('//') ? url : start
}

const base = 'http://shop.invalid'
