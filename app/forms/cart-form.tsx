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
	/** The fragment to which the page comes back, without JavaScript. */
	anchor: string
	children: (form: CartFormState) => ReactNode
	className?: string | undefined
	/** The saved values of its fields by name; their messages stand with them. */
	saved?: Record<string, string>
	/** The answer of /cart on the page itself, as it comes without JavaScript. */
	answer?: FormResult | null
	/** Sends itself a moment after its last change. */
	quick?: boolean
	/** Saves what is typed and not sent before a link to the checkout is followed. */
	beforeCheckout?: boolean
	/** Called at every change of a field. */
	onTyped?: () => void
}

/** `isRefused`: the fields hold values that the cart does not have. */
export type CartFormState = {
	isRefused: boolean
	pending: boolean
	field: (name: string) => Field
}

const none: Record<string, string> = {}

/**
 * A form that changes the cart; the intent is on its buttons. One change runs at a time: a press during another change
 * is sent as soon as the cart's new version is here, so no form is ever older than it looks.
 */
export function CartForm(props: CartFormProps) {
	const { id, anchor, children, className, saved = none, answer = null, quick = false } = props
	const { version, newCart, returnTo, unsaved } = useCartChanges()
	const fragment = useFragment(anchor)
	// A form that was refused leads back to the page it was on, also when the cart page shows it again.
	const leadsTo = submittedValue(answer, 'returnTo') ?? returnTo + fragment
	const { form, keep, keepUnsent, sendSoon, sendLeft, ...typed } = useFollowingForm(saved, version)
	const { Form, submit, pending, result } = useChange(id, typed)
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
		<Form
			id={id}
			ref={form}
			method="post"
			action="/cart"
			noValidate
			preventScrollReset
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
		</Form>
	)
}

type Following = Pick<
	ReturnType<typeof useFollowingForm>,
	'sent' | 'takeBack' | 'sendNow' | 'isUnsent'
>

/** Sends one change after the other. `result`: the refusal of this form; undefined before it was sent. */
function useChange(id: string, { sent, takeBack, sendNow, isUnsent }: Following) {
	const { isBusy, setRefusal, unsaved } = useCartChanges()
	const { search: page } = useLocation()
	const fetcher = useFetcher<CartAnswer>()
	const [waiting, setWaiting] = useWaiting(isBusy)
	const [sentFrom, setSentFrom] = useState<string | null>(null)
	/** The answer from before this form was sent: a change that succeeds leaves it in the fetcher. */
	const [earlier, setEarlier] = useState<CartAnswer>()
	const lastSent = useRef('')
	const isOwnPending = fetcher.state !== 'idle'

	useEffect(() => {
		if (!fetcher.data) return
		takeBack()
		setRefusal(fetcher.data)
		// Once for each answer.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [fetcher.data])

	useSettled(id, isOwnPending, {
		isRefused: fetcher.data !== undefined && fetcher.data !== earlier,
		hasMore: () => waiting !== null || isUnsent(),
	})

	function submit(event: SubmitEvent<HTMLFormElement>) {
		const { submitter } = event.nativeEvent
		const wish = wishOf(event.currentTarget, submitter)
		unsaved.add(id, sendNow)
		setWaiting(null)
		if (isBusy) {
			event.preventDefault()
			// The same wish again is the second half of a double click, or a change there and back.
			if (!isOwnPending || wish !== lastSent.current) setWaiting(submitter)
			else if (isUnsent()) sent()
			return
		}
		lastSent.current = wish
		sent()
		setRefusal(null)
		setSentFrom(page)
		setEarlier(fetcher.data)
	}

	// On another day or at another time the old answer says nothing.
	const isOwnAnswer = sentFrom === page && !isOwnPending && fetcher.data !== earlier
	const result = isOwnAnswer ? fetcher.data?.result : null
	return {
		Form: fetcher.Form,
		submit,
		pending: isOwnPending || waiting !== null,
		result: sentFrom === null ? undefined : (result ?? null),
	}
}

/** Holds a press during another change, and presses again after that change. */
function useWaiting(isBusy: boolean) {
	const [waiting, setWaiting] = useState<HTMLElement | null>(null)
	useEffect(() => {
		if (!waiting || isBusy) return
		if (waiting.isConnected && waiting instanceof HTMLButtonElement)
			waiting.form?.requestSubmit(waiting)
	}, [waiting, isBusy])
	return [waiting, setWaiting] as const
}

/** Reports when a form has its answer and nothing newer to send, or has gone from the page. */
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
		// Once for each answer.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [isPending])
	useEffect(() => () => unsaved.settle(id, { isRefused: false }), [id, unsaved])
}

/** Returns the fields that a form asks for, without the version of the cart. */
function wishOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
	const fields = [...new FormData(form, submitter)]
	return JSON.stringify(fields.filter(([name]) => name !== 'version' && name !== 'returnTo'))
}
