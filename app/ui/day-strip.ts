/** Scrolls a strip of days, not the page, until the chosen day is in sight. */
export function showChosenDay(strip: HTMLElement) {
	const chosen = strip.querySelector<HTMLElement>('[aria-current]')
	if (!chosen) return
	const { offsetLeft, offsetWidth } = chosen
	const end = offsetLeft + offsetWidth - strip.clientWidth
	if (strip.scrollLeft > offsetLeft || strip.scrollLeft < end)
		strip.scrollLeft = end > 0 ? offsetLeft : 0
}
