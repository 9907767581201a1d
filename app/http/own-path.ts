/**
 * Returns a path of our own site, with query and fragment, from text that may come from a stranger; '/' for any other
 * text. Browsers treat a backslash as a slash and skip control characters, so such text is refused.
 */
export function ownPath(target: FormDataEntryValue | null | undefined): string {
	const { pathname, search, hash } = ownAddress(target)
	return pathname + search + hash
}

/**
 * Returns a path of our own site as a URL, to be read or changed; its origin means nothing. The path is '/' for any
 * text that is no such path.
 */
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
