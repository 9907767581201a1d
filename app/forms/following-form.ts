import { useEffect, useRef, type FormEvent, type RefObject } from 'react'

const PATIENCE_MS = 700

/**
 * Keeps a form's fields at the `saved` values, by field name. Fields that the visitor has changed keep what was typed
 * until the form was sent. With each new `version`, all other fields show the saved values again, even when those have
 * not changed.
 */
export function useFollowingForm(saved: Record<string, string>, version = 0) {
	const form = useRef<HTMLFormElement>(null)
	const changed = useRef(new Set<string>())
	const underWay = useRef(new Set<string>())
	const pause = usePause(form)
	const shown = useRef({ version, saved })
	const state = JSON.stringify({ version, saved })

	useEffect(() => {
		const now = JSON.parse(state) as typeof shown.current
		const before = shown.current
		shown.current = now
		for (const [name, value] of Object.entries(now.saved)) {
			const isNews = now.version !== before.version || value !== before.saved[name]
			if (form.current && isNews && !changed.current.has(name)) show(form.current, name, value)
		}
	}, [state])

	return {
		form,
		/** Handles `onChange`: the field that the event comes from keeps its value until the form is sent. */
		keep({ target }: FormEvent) {
			if (target instanceof HTMLInputElement) changed.current.add(target.name)
		},
		/** Is to be called when the form is sent: its fields follow `saved` again. */
		sent() {
			pause.end()
			underWay.current = changed.current
			changed.current = new Set()
		},
		/**
		 * Is to be called when the sent values are refused: their fields keep what was typed, so that it can be corrected.
		 */
		takeBack() {
			for (const name of underWay.current) changed.current.add(name)
			underWay.current.clear()
		},
		/** Sends the form a moment after the last change, unless the field of `event` is half typed. */
		sendSoon: (event?: FormEvent) => pause.begin(!event || !isHalfTyped(event.target)),
		/** Notes a change without sending it; `sendNow` sends it. */
		keepUnsent: () => pause.begin(false),
		/** Handles `onBlur`: sends a half-typed field once it is left. */
		sendLeft({ target }: FormEvent) {
			if (isHalfTyped(target)) pause.sendNow()
		},
		sendNow: pause.sendNow,
		isUnsent: pause.isUnsent,
	}
}

/** Returns the functions that send a form after a pause in the typing. */
function usePause(form: RefObject<HTMLFormElement | null>) {
	const timer = useRef<number | undefined>(undefined)
	const isUnsent = useRef(false)
	useEffect(() => () => window.clearTimeout(timer.current), [])

	/** Presses the form's own button; false when nothing was changed since it was sent. */
	function sendNow(): boolean {
		window.clearTimeout(timer.current)
		const button = form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')
		const wasUnsent = isUnsent.current
		if (wasUnsent && button) form.current?.requestSubmit(button)
		return wasUnsent
	}

	return {
		begin(isWhole: boolean) {
			window.clearTimeout(timer.current)
			isUnsent.current = true
			if (isWhole) timer.current = window.setTimeout(sendNow, PATIENCE_MS)
		},
		end() {
			window.clearTimeout(timer.current)
			isUnsent.current = false
		},
		sendNow,
		/** True when something was changed since the form was sent. */
		isUnsent: () => isUnsent.current,
	}
}

/** True for a field whose value the browser finds invalid, such as a number that is empty on the way from 1 to 12. */
function isHalfTyped(target: EventTarget): boolean {
	return target instanceof HTMLInputElement && !target.validity.valid
}

function show(form: HTMLFormElement, name: string, value: string) {
	for (const field of form.elements) {
		if (!(field instanceof HTMLInputElement) || field.name !== name || field.type === 'hidden')
			continue
		if (field.type === 'radio') field.checked = field.value === value
		else if (field.type === 'checkbox') field.checked = value !== '0'
		else if (field.value !== value) field.value = value
	}
}
