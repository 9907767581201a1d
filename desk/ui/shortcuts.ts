import { useEffect } from 'react'

import { isField } from '#desk/ui/live.tsx'

/**
 * Presses, at a key, the first element in sight whose `aria-keyshortcuts` names that key: a link opens, a field takes
 * the focus. `j` and `k` go through the rows of a table. Nothing happens while a field has the focus, except that
 * Escape leaves it; nor with Control, Alt or Command.
 */
export function useShortcuts(areOn: boolean): void {
	useEffect(() => {
		if (!areOn) return undefined
		const press = (event: KeyboardEvent) => {
			if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
			if (isField(document.activeElement)) {
				if (event.key === 'Escape') (document.activeElement as HTMLElement).blur()
				return
			}
			const isDone = event.key === 'Escape' ? goBack() : (goToRow(event.key) ?? follow(event.key))
			if (isDone) event.preventDefault()
		}
		document.addEventListener('keydown', press)
		return () => document.removeEventListener('keydown', press)
	}, [areOn])
}

/** Closes the open menu, else presses the page's element for Escape; true when something was done. */
function goBack(): boolean {
	const menu = document.querySelector<HTMLDetailsElement>('header details[open]')
	if (!menu) return follow('Escape')
	menu.open = false
	menu.querySelector('summary')?.focus()
	return true
}

function follow(key: string): boolean {
	const wanted = key.length === 1 ? key.toLowerCase() : key
	const named = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].filter(
		(element) => element.getAttribute('aria-keyshortcuts')?.split(' ').includes(wanted),
	)
	// A link of the closed menu is pressed as well.
	const element = named.find((element) => element.checkVisibility()) ?? named[0]
	if (!element) return false
	if (isField(element)) element.focus()
	else element.click()
	return true
}

/** Focuses the link of the next row (`j`) or of the row before (`k`); null for other keys. */
function goToRow(key: string): boolean | null {
	const step = { j: 1, k: -1 }[key]
	if (step === undefined) return null
	const links = [...document.querySelectorAll<HTMLElement>('main tbody tr a')].filter(
		(link, index, all) =>
			link.checkVisibility() && link.closest('tr') !== all[index - 1]?.closest('tr'),
	)
	const row = document.activeElement?.closest('tr')
	const at = links.findIndex((link) => link.closest('tr') === row)
	const next = links[at === -1 && step < 0 ? links.length - 1 : at + step]
	next?.focus()
	return next !== undefined
}
