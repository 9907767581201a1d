import {
	useEffect,
	useRef,
	useState,
	type FormEvent,
	type ReactNode,
	type SubmitEvent,
} from 'react'
import { useFetcher, useLocation } from 'react-router'

import { messagesOf, submittedValue, type CartAnswer } from '#app/forms/cart-answer.ts'
import { useCartChanges } from '#app/forms/cart-changes.tsx'
import { useFollowingForm } from '#app/forms/following-form.ts'
import type { Field, FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import { plainField } from '#app/forms/plain-field.ts'
import { useFragment } from '#app/ui/fragment.tsx'

type CartFormProps = {
	/** Names the form on the page, and prefixes the ids of its fields. */
	id: string
	/** The id of the part of the page to which the page comes back after a change without JavaScript. */
	anchor: string
	children: (form: CartFormState) => ReactNode
	className?: string | undefined
	/**
	 * The saved values of the form's fields by name. Messages about these fields are shown at them, not below the form.
	 */
	saved?: Record<string, string>
	/** The refusal of this form by `/cart`, where it comes with the page itself, as without JavaScript. */
	answer?: FormResult | null
	/** Sends the form a moment after its last change. */
	quick?: boolean
	/** Saves what is typed and not sent before a link to the checkout is followed. */
	beforeCheckout?: boolean
	/** Called at every change of a field. */
	onTyped?: () => void
}

/**
 * The state that a cart form passes to its contents. `isRefused`: the fields hold values that the cart does not have;
 * `pending`: a change of this form runs or waits; `field`: returns the field with a name.
 */
export type CartFormState = {
	isRefused: boolean
	pending: boolean
	field: (name: string) => Field
}

const none: Record<string, string> = {}

/**
 * A form that changes the cart; its buttons name the intent. One change runs at a time: a press during another change
 * is sent as soon as the page has the cart's new version, so that no form sends an old one.
 */
export function CartForm(props: CartFormProps) {
	const { id, anchor, children, className, saved = none, answer = null, quick = false } = props
	const { version, newCart, returnTo, unsaved } = useCartChanges()
	const fragment = useFragment(anchor)
	// A form that was refused leads back to the page it was on, also when the cart page shows it again.
	const leadsTo = submittedValue(answer, 'returnTo') ?? returnTo + fragment
	const { form, keep, keepUnsent, sendSoon, sendLeft, ...typed } = useFollowingForm(saved, version)
	const { submit, pending, result } = useChange(id, typed)
	const shown = result === undefined ? answer : result
	const error = shown?.error ?? null

	function field(name: string): Field {
		const value = submittedValue(answer, name) ?? saved[name]
		return plainField(id, name, { value, errors: error?.[name] })
	}

	function change(event: FormEvent) {
		keep(event)
		props.onTyped?.()
		if (quick) {
			unsaved.add(id, typed.sendNow)
			sendSoon(event)
		} else if (props.beforeCheckout) {
			unsaved.add(id, typed.sendNow, '/checkout/')
			keepUnsent()
		}
	}

	return (
		<form
			id={id}
			ref={form}
			method="post"
			action="/cart"
			noValidate
			className={className}
			onChange={change}
			onBlur={quick ? sendLeft : undefined}
			onSubmit={submit}
		>
			<input type="hidden" name="version" value={version} />
			{version === 0 && newCart && <input type="hidden" name="newCart" value={newCart} />}
			<input type="hidden" name="returnTo" value={leadsTo} />
			{children({ pending, isRefused: error !== null, field })}
			<Messages id={`${id}-errors`} messages={messagesOf(error, Object.keys(saved))} />
		</form>
	)
}

type Following = Pick<
	ReturnType<typeof useFollowingForm>,
	'sent' | 'takeBack' | 'sendNow' | 'isUnsent'
>

/**
 * Sends the changes of one form, one after the other. `result`: the refusal of the last one, null when it was not
 * refused, undefined before the form was sent.
 */
function useChange(id: string, { sent, takeBack, sendNow, isUnsent }: Following) {
	const { isBusy, setRefusal, unsaved } = useCartChanges()
	const { search: page } = useLocation()
	const fetcher = useFetcher<CartAnswer>()
	const [waiting, setWaiting] = useWaiting(isBusy)
	const [sentFrom, setSentFrom] = useState<string | null>(null)
	/** The response to an earlier change of this form, which stays in the fetcher when a later change succeeds. */
	const [earlier, setEarlier] = useState<CartAnswer>()
	const lastSent = useRef('')
	const isOwnPending = fetcher.state !== 'idle'

	useEffect(() => {
		if (!fetcher.data) return
		takeBack()
		setRefusal(fetcher.data)
		// The effect runs once for each answer, so it depends on nothing else.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [fetcher.data])

	useSettled(id, isOwnPending, {
		isRefused: fetcher.data !== undefined && fetcher.data !== earlier,
		hasMore: () => waiting !== null || isUnsent(),
	})

	function submit(event: SubmitEvent<HTMLFormElement>) {
		const { submitter } = event.nativeEvent
		const wish = wishOf(event.currentTarget, submitter)
		event.preventDefault()
		unsaved.add(id, sendNow)
		setWaiting(null)
		if (isBusy) {
			// A wish that equals the one under way is a double click, or a change that was taken back: it is not sent again.
			if (!isOwnPending || wish !== lastSent.current) setWaiting(submitter)
			else if (isUnsent()) sent()
			return
		}
		lastSent.current = wish
		sent()
		setRefusal(null)
		setSentFrom(page)
		setEarlier(fetcher.data)
		const pressed = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget
		// `flushSync` renders this change before another form is sent, so that that form waits for it.
		void fetcher.submit(pressed, { flushSync: true, preventScrollReset: true })
	}

	// An answer belongs to the day and time for which the form was sent; on another page it is not shown.
	const isOwnAnswer = sentFrom === page && !isOwnPending && fetcher.data !== earlier
	const result = isOwnAnswer ? fetcher.data?.result : null
	return {
		submit,
		pending: isOwnPending || waiting !== null,
		result: sentFrom === null ? undefined : (result ?? null),
	}
}

/** Holds a press during another change, and presses again after that change. */
function useWaiting(isBusy: boolean) {
	const [waiting, setWaiting] = useState<HTMLElement | null>(null)
	useEffect(() => {
		if (isBusy || !(waiting instanceof HTMLButtonElement)) return
		// The press comes after all effects have run: of two forms that wait, the second then finds the first under way.
		queueMicrotask(() => waiting.form?.requestSubmit(waiting))
	}, [waiting, isBusy])
	return [waiting, setWaiting] as const
}

/**
 * Reports to `unsaved` that a form's change has its response and the form nothing newer to send, or that the form has
 * left the page.
 */
function useSettled(
	id: string,
	isPending: boolean,
	{ isRefused, hasMore }: { isRefused: boolean; hasMore: () => boolean },
) {
	const { unsaved } = useCartChanges()
	const wasPending = useRef(false)
	useEffect(() => {
		const isAnswered = wasPending.current && !isPending
		wasPending.current = isPending
		if (isAnswered && (isRefused || !hasMore())) unsaved.settle(id, { isRefused })
		// The effect runs once for each answer, so it depends on nothing else.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [isPending])
	useEffect(() => () => unsaved.settle(id, { isRefused: false }), [id, unsaved])
}

/**
 * Returns what a form would send as text, without the cart's version and the path back. Two presses with equal texts
 * ask for the same change.
 */
function wishOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
	const fields = [...new FormData(form, submitter)]
	return JSON.stringify(fields.filter(([name]) => name !== 'version' && name !== 'returnTo'))
}
