import { useEffect, useRef } from 'react'

const PATIENCE_MS = 700

/**
 * Where scripts run, a form that sends itself a moment after its last change by pressing its own button. Its
 * fields follow what is `saved` (value by name) unless somebody is just changing them.
 */
export function useQuickForm(saved: Record<string, string>) {
	const form = useRef<HTMLFormElement>(null)
	const timer = useRef<number | undefined>(undefined)
	const state = JSON.stringify(saved)

	useEffect(() => {
		if (timer.current !== undefined || !form.current) return
		for (const [name, value] of Object.entries(JSON.parse(state) as Record<string, string>))
			show(form.current, name, value)
	}, [state])
	useEffect(() => () => window.clearTimeout(timer.current), [])

	function stop() {
		window.clearTimeout(timer.current)
		timer.current = undefined
	}

	function later() {
		stop()
		timer.current = window.setTimeout(() => {
			timer.current = undefined
			const button = form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')
			if (button) form.current?.requestSubmit(button)
		}, PATIENCE_MS)
	}

	return { form, later, stop }
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
