import { useEffect, useRef, type FormEvent } from 'react'

const PATIENCE_MS = 700

/**
 * A form that shows what holds now, by field name, and never takes away what the visitor has changed and not
 * sent yet: fields that were changed follow again once the form has gone. `version`: with each new one,
 * fields show what is saved even when that is the same as before.
 */
export function useFollowingForm(saved: Record<string, string>, version = 0) {
	const form = useRef<HTMLFormElement>(null)
	const changed = useRef(new Set<string>())
	const underWay = useRef(new Set<string>())
	const timer = useRef<number | undefined>(undefined)
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
	useEffect(() => () => window.clearTimeout(timer.current), [])

	return {
		form,
		/** For `onChange`: keeps the field that the event comes from. */
		keep({ target }: FormEvent) {
			if (target instanceof HTMLInputElement) changed.current.add(target.name)
		},
		/** The form has gone: its fields follow again. */
		sent() {
			window.clearTimeout(timer.current)
			underWay.current = changed.current
			changed.current = new Set()
		},
		/** What was sent has been refused: it stays to be corrected. */
		takeBack() {
			for (const name of underWay.current) changed.current.add(name)
			underWay.current.clear()
		},
		/** Sends the form a moment after the last change, by pressing its own button. */
		sendSoon() {
			window.clearTimeout(timer.current)
			timer.current = window.setTimeout(() => {
				const button = form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')
				if (button) form.current?.requestSubmit(button)
			}, PATIENCE_MS)
		},
	}
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
