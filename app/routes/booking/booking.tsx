import type { ReactNode } from 'react'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound, orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { rememberOrder } from '#app/middleware/session.server.ts'
import { askForKey, askForOtherKeys } from '#app/models/booking/code.server.ts'
import { findByKey, isBookingKey } from '#app/models/booking/key.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { BookingPage } from '#app/routes/booking/booking-page.tsx'
import { foreignView, ownView } from '#app/routes/booking/booking-views.server.ts'
import { endedKeyWords, keyWords } from '#app/routes/booking/booking-words.ts'
import { ForeignPage } from '#app/routes/booking/foreign-page.tsx'
import { Button } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

import type { Route } from './+types/booking.ts'

const schema = z.object({ intent: z.enum(['sendLink', 'replaceLinks']) })

/**
 * Reads a booking's own page. By the key of a letter it shows one button and changes nothing, because mail scanners
 * open every link (faults K37); by the public id it shows the booking to a visit with rights, and what, when and where
 * to others. A key that was replaced or has expired is answered 404, with words on where the newest link is found.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const { bookingId } = params
	const words = i18nOf(context)
	if (isBookingKey(bookingId)) {
		if (await findByKey(bookingId)) return { kind: 'key' as const, words: keyWords(words) }
		const ended = { kind: 'endedKey' as const, words: endedKeyWords(words, currentVenue()) }
		return data(ended, 404)
	}
	const shown = await findShownOrder(context, bookingId)
	const { order, rights } = await orNotFoundPage(shown, 'errors.orderNotFound')
	leaveUnbooked(order)
	const { searchParams } = url
	const done = (['sent', 'replaced'] as const).find((name) => searchParams.has(name)) ?? null
	if (!rights) return foreignView(context, order, done !== null)
	return ownView(context, { order, rights }, done)
}

/**
 * Gives this visit the rights of a key; or mails a new key to the order's mail address, which the page does not show,
 * and with 'replaceLinks' ends all earlier keys, which needs the rights 'all'.
 */
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
	return data({ refused: i18nOf(context).t(key, { ...values }) }, refusalInit(asked))
}

/**
 * Throws a redirect to the confirmation for an order that was never booked: it has no page here, and no letter with a
 * key is sent for it (faults K73).
 */
function leaveUnbooked(order: Order): void {
	if (!isBooked(order) && orderEnd(order) !== 'cancelled')
		throw redirect(`/checkout/success/${order.publicId}`, 303)
}

export const headers = unlistedHeaders

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
	const refused = actionData?.refused ?? null
	switch (loaderData.kind) {
		case 'key':
			return <KeyPage words={loaderData.words} />
		case 'endedKey':
			return <EndedKeyPage words={loaderData.words} />
		case 'foreign':
			return <ForeignPage view={loaderData} refused={refused} />
		case 'own':
			return <BookingPage view={loaderData} refused={refused} />
	}
}

/**
 * The page that a letter's link opens, with a button to the booking. In the browser's history the booking's page
 * replaces the address with the key.
 */
function KeyPage({ words }: { words: ReturnType<typeof keyWords> }) {
	return (
		<LetterPage {...words}>
			<Form method="post" replace>
				<Button wide>{words.button}</Button>
			</Form>
		</LetterPage>
	)
}

/** The page for a key that was replaced or has expired. It cannot tell for which booking the key was. */
function EndedKeyPage({ words }: { words: ReturnType<typeof endedKeyWords> }) {
	return (
		<LetterPage {...words}>
			<p>
				{words.telephone} <PhoneLink phone={words.phone} className={textLink} />
			</p>
		</LetterPage>
	)
}

type LetterPageProps = { title: string; text: string; children: ReactNode }

/** A page that the link of a letter opens, before any booking is shown. */
function LetterPage({ title, text, children }: LetterPageProps) {
	return (
		<div className={pages.narrow}>
			<title>{title}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			<p className={pages.lead}>{text}</p>
			{children}
		</div>
	)
}
