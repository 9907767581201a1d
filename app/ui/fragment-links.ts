/**
 * Makes links to a part of the page (`#cart`) focus that part. The router would take each for a page of its own, and
 * the messages and numbers of a refused form would be lost (faults N315).
 */
export function followFragmentLinks(): void {
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element && event.target.closest('a[href^="#"]')
		if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
		event.preventDefault()
		focusPart(link.getAttribute('href')?.slice(1) ?? '')
	})
}

/** Focuses the part of the page with this id, which scrolls it into sight; does nothing when there is no such part. */
export function focusPart(id: string): void {
	const part = document.getElementById(id)
	if (!part) return
	if (part.tabIndex < 0) part.tabIndex = -1
	part.focus()
}
