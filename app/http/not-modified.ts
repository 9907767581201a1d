/**
 * True when the browser's request says that it has this version of a file already: by the tag, where it sends one, else
 * by the date (whole seconds).
 */
export function isNotModified(
	headers: Headers,
	{ tag, changedAt }: { tag: string; changedAt: Date },
) {
	const tags = headers.get('If-None-Match')
	if (tags !== null)
		return tags === '*' || tags.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
	const since = Date.parse(headers.get('If-Modified-Since') ?? '')
	return since >= Math.floor(changedAt.getTime() / 1000) * 1000
}
