import { useEffect, useState, type ReactNode, type Ref, type SubmitEvent } from 'react'
import { useFetcher, useFetchers, useLocation, useRevalidator } from 'react-router'

import type { Field, FormResult } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useFragment, useShopping } from '#app/routes/shop/shopping.ts'
import { sentence } from '#app/ui/sentence.tsx'

const none: readonly string[] = []

type CartFormProps = {
	/** Names the form on the page; its fields are called after it. */
	id: string
	/** Where the page shall be when it comes back, without JavaScript. */
	anchor: string
	children: (form: CartFormState) => ReactNode
	className?: string
	ref?: Ref<HTMLFormElement>
	onChange?: () => void
	onSubmit?: () => void
	/** Fields whose messages stand with them. */
	fields?: readonly string[]
}

/** `refused`: what stands in the fields is not what lies in the cart. */
export type CartFormState = {
	refused: boolean
	pending: boolean
	field: (name: string, value: string | number) => Field
}

/** What `/cart` answers when it refuses. */
type Refusal = { intent: string | null; result: FormResult }

/**
 * A form that changes the cart; the intent is on its buttons. One change runs at a time: what is pressed
 * meanwhile is sent as soon as the cart is the new one, so no form is ever older than it looks.
 */
export function CartForm({
	id,
	anchor,
	children,
	className,
	ref,
	onChange,
	onSubmit,
	fields = none,
}: CartFormProps) {
	const { version, newCart } = useShopping()
	const { pathname, search } = useLocation()
	const fragment = useFragment(anchor)
	const fetcher = useFetcher<Refusal>()
	const isBusy = useFetchers().some(({ formAction }) => formAction === '/cart')
	/** Pressed while another change was under way. */
	const [waiting, setWaiting] = useState<HTMLElement | null>(null)
	const [sentFrom, setSentFrom] = useState(search)
	/** What was answered before this was sent: a change that succeeds leaves it standing. */
	const [earlier, setEarlier] = useState<Refusal>()
	const isOwnPending = fetcher.state !== 'idle'
	// On another day or at another time the old answer says nothing.
	const isFresh = sentFrom === search && !isOwnPending && fetcher.data !== earlier
	const error = isFresh ? (fetcher.data?.result.error ?? null) : null
	useRefusal(fetcher.data)

	useEffect(() => {
		if (!waiting || isBusy) return
		if (waiting.isConnected && waiting instanceof HTMLButtonElement)
			waiting.form?.requestSubmit(waiting)
	}, [waiting, isBusy])

	function submit(event: SubmitEvent<HTMLFormElement>) {
		onSubmit?.()
		setSentFrom(search)
		setEarlier(fetcher.data)
		setWaiting(null)
		if (!isBusy) return
		event.preventDefault()
		if (!isOwnPending) setWaiting(event.nativeEvent.submitter)
	}

	function field(name: string, value: string | number): Field {
		const own = `${id}-${name}`
		return {
			id: own,
			name,
			formId: id,
			errorId: `${own}-error`,
			descriptionId: `${own}-description`,
			errors: error?.[name] ?? undefined,
			initialValue: String(value),
		}
	}

	return (
		<fetcher.Form
			id={id}
			ref={ref}
			method="post"
			action="/cart"
			noValidate
			preventScrollReset
			className={className}
			onChange={onChange}
			onSubmit={submit}
		>
			<input type="hidden" name="version" value={version} />
			{version === 0 && newCart && <input type="hidden" name="newCart" value={newCart} />}
			<input type="hidden" name="returnTo" value={pathname + search + fragment} />
			{children({ pending: isOwnPending || waiting !== null, refused: error !== null, field })}
			<Messages id={`${id}-errors`} messages={messagesOf(error, fields)} />
		</fetcher.Form>
	)
}

/** A refused form may have been made for an older cart: the page takes a fresh look, and the reason is said aloud. */
function useRefusal(answer: Refusal | undefined) {
	const { t } = useI18n()
	const { announce } = useShopping()
	const { revalidate } = useRevalidator()
	useEffect(() => {
		const messages = messagesOf(answer?.result.error ?? null, none)
		if (messages.length === 0) return
		announce(messages.map((message) => sentence(t, message)).join(' '))
		void revalidate()
		// Once for each answer.
		// oxlint-disable-next-line react/exhaustive-deps
	}, [answer])
}

function messagesOf(error: FormResult['error'] | null, except: readonly string[]): Message[] {
	return Object.entries(error ?? {}).flatMap(([name, messages]) =>
		except.includes(name) ? [] : (messages ?? []),
	)
}
