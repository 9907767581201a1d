import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound, orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { rememberOrder } from '#app/middleware/session.server.ts'
import { askForKey, askForOtherKeys } from '#app/models/booking/code.server.ts'
import { findByKey, isBookingKey } from '#app/models/booking/key.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { BookingPage } from '#app/routes/booking/booking-page.tsx'
import { foreignView, ownView } from '#app/routes/booking/booking-views.server.ts'
import { keyWords } from '#app/routes/booking/booking-words.ts'
import { ForeignPage } from '#app/routes/booking/foreign-page.tsx'
import { Button } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/booking.ts'

const schema = z.object({ intent: z.enum(['sendLink', 'replaceLinks']) })

/**
 * A booking's own page. By the key of a letter it shows one button and changes nothing, because mail scanners open
 * every link (faults K37); by the public id it shows the booking to a visit with rights, and to others what, when and
 * where.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const { bookingId } = params
	const words = i18nOf(context)
	if (isBookingKey(bookingId)) {
		await orNotFoundPage(await findByKey(bookingId), 'errors.linkInvalid')
		return { kind: 'key' as const, words: keyWords(words) }
	}
	const shown = await findShownOrder(context, bookingId)
	const { order, rights } = await orNotFoundPage(shown, 'errors.orderNotFound')
	leaveUnbooked(order)
	const { searchParams } = url
	const done = (['sent', 'replaced'] as const).find((name) => searchParams.has(name)) ?? null
	if (!rights) return foreignView(context, order, done !== null)
	return ownView(context, { order, rights }, done)
}

/** Gives this visit the rights of a key, or sends a new key to the address of the order, which is not named. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const { bookingId } = params
	if (isBookingKey(bookingId)) {
		const order = orNotFound(await findByKey(bookingId), 'errors.linkInvalid')
		await rememberOrder(context, order.id, 'link')
		return redirect(`/booking/${order.publicId}`, 303)
	}
	const shown = await findShownOrder(context, bookingId)
	const { order, rights } = orNotFound(shown, 'errors.orderNotFound')
	leaveUnbooked(order)
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(null, 422)
	const isReplaced = submission.value.intent === 'replaceLinks'
	if (isReplaced && rights !== 'all') return data(null, 403)
	const asked = await (isReplaced ? askForOtherKeys : askForKey)(order, addressHashOf(context))
	if (asked.ok)
		return redirect(`/booking/${order.publicId}?${isReplaced ? 'replaced' : 'sent'}=1`, 303)
	const { key, values } = asked.message
	return data({ refused: i18nOf(context).t(key, { ...values }) }, 422)
}

/** An order that was never booked has no page here, and no letter with a key is sent for it (faults K73). */
function leaveUnbooked(order: Order): void {
	if (!isBooked(order) && orderEnd(order) !== 'cancelled')
		throw redirect(`/checkout/success/${order.publicId}`, 303)
}

export function headers() {
	return { 'X-Robots-Tag': 'noindex' }
}

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
	const refused = actionData?.refused ?? null
	switch (loaderData.kind) {
		case 'key':
			return <KeyPage words={loaderData.words} />
		case 'foreign':
			return <ForeignPage view={loaderData} refused={refused} />
		case 'own':
			return <BookingPage view={loaderData} refused={refused} />
	}
}

/** The way from a letter to its booking. The address with the key is replaced in the browser's history. */
function KeyPage({ words }: { words: ReturnType<typeof keyWords> }) {
	return (
		<div className={pages.narrow}>
			<title>{words.title}</title>
			<meta name="robots" content="noindex" />
			<h1>{words.title}</h1>
			<p className={pages.lead}>{words.text}</p>
			<Form method="post" replace>
				<Button wide>{words.button}</Button>
			</Form>
		</div>
	)
}
