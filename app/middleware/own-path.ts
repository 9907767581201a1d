/**
 * A path of our own from something a stranger may have written; anything else becomes `/`. A backslash
 * counts as a slash to browsers, control characters are skipped by them.
 */
export function ownPath(target: FormDataEntryValue | null | undefined): string {
	if (typeof target !== 'string' || target.length > 2000 || !/^\/(?![/\\])/.test(target)) return '/'
	// oxlint-disable-next-line no-control-regex
	if (/[\u0000-\u001F\u007F\\]/.test(target)) return '/'
	const base = 'http://shop.invalid'
	const url = URL.canParse(target, base) ? new URL(target, base) : null
	return url && url.origin === base && !url.pathname.startsWith('//')
		? url.pathname + url.search + url.hash
		: '/'
}
