import { useEffect, useRef, type FormEvent } from 'react'
import { useNavigation } from 'react-router'

type Pressed = { form: HTMLFormElement; button: HTMLElement | null }

/**
 * For `onSubmitCapture` around forms that carry the cart's version: what is pressed while a change is still on
 * its way waits for it, and then goes with the new version instead of being refused for the old one.
 */
export function useOneAtATime() {
	const { state } = useNavigation()
	const waiting = useRef<Pressed | null>(null)

	useEffect(() => {
		const pressed = waiting.current
		if (state !== 'idle' || !pressed) return
		waiting.current = null
		if (pressed.form.isConnected) pressed.form.requestSubmit(pressed.button)
	}, [state])

	return (event: FormEvent<HTMLDivElement>) => {
		if (state === 'idle' || !(event.target instanceof HTMLFormElement)) return
		event.preventDefault()
		const { submitter } = event.nativeEvent as SubmitEvent
		waiting.current = { form: event.target, button: submitter }
	}
}
