import { use, useEffect } from 'react'
import { isRouteErrorResponse, useMatches, useRevalidator } from 'react-router'

import { Unavailable } from '#app/ui/unavailable.ts'
import { poll } from '#desk/ui/poll.ts'

const SCRIPTED_MS = 15_000

/** Seconds until a browser without scripts loads a live page again. */
const PLAIN_SECONDS = 60

/**
 * True on a page whose route says `export const handle = { live: true }`: others change what it shows, so that it is
 * loaded again every 60 seconds without scripts and every 15 with them.
 */
function useIsLive(): boolean {
	return useMatches().some(({ handle }) => isLive(handle))
}

function isLive(handle: unknown): boolean {
	return typeof handle === 'object' && handle !== null && 'live' in handle && handle.live === true
}

/**
 * The `<meta>` that reloads a live page where scripts do not run. It is inside `<noscript>`, except on the page of an
 * outage, which has no scripts at all.
 */
export function LiveWithoutScripts() {
	const isUnavailable = use(Unavailable)
	if (!useIsLive()) return null
	const refresh = <meta httpEquiv="refresh" content={String(PLAIN_SECONDS)} />
	return isUnavailable ? refresh : <noscript>{refresh}</noscript>
}

/** Loads the data of a live page anew every 15 seconds, while the page is in sight and nothing is typed or sent. */
export function useLive(): void {
	usePolls(useIsLive())
}

/**
 * Loads a page that failed (500 and above, or a bug) anew every 15 seconds until it comes (faults N381). A page that
 * was refused is not loaded anew.
 */
export function useRetries(error: unknown): void {
	usePolls(!isRouteErrorResponse(error) || error.status >= 500)
}

function usePolls(isOn: boolean): void {
	const { revalidate, state } = useRevalidator()
	useEffect(() => {
		if (!isOn) return undefined
		const timer = setInterval(() => {
			if (state === 'idle' && !document.hidden && !isBusy()) void poll(revalidate)
		}, SCRIPTED_MS)
		return () => clearInterval(timer)
	}, [isOn, revalidate, state])
}

/** True while a field of the page has the focus or holds something that was typed. */
function isBusy(): boolean {
	const fields = document.querySelectorAll<Field>('main input, main select, main textarea')
	return isField(document.activeElement) || [...fields].some(wasTyped)
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function wasTyped(field: Field): boolean {
	if (field instanceof HTMLSelectElement)
		return (
			[...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected) &&
			[...field.options].some(({ defaultSelected }) => defaultSelected)
		)
	if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
		return field.checked !== field.defaultChecked
	return field.value !== field.defaultValue
}

/** True for a field, into which signs are typed; false for null. */
export function isField(element: Element | null): boolean {
	return element !== null && element.matches('input, select, textarea, [contenteditable]')
}
