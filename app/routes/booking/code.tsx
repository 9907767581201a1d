import { data, Form, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import * as fields from '#app/forms/fields.css.ts'
import { parseForm } from '#app/forms/form.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { ownPath } from '#app/http/own-path.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { rememberOrder } from '#app/middleware/session.server.ts'
import { askForCode, useCode } from '#app/models/booking/code.server.ts'
import { emailOf } from '#app/models/order/order.ts'
import type { Refused } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { BookingHead } from '#app/routes/booking/booking-head.tsx'
import { headOf, ownBooking } from '#app/routes/booking/own-booking.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'

import type { Route } from './+types/code.ts'

const schema = z.discriminatedUnion('intent', [
	z.object({ intent: z.literal('sendCode') }),
	z.object({ intent: z.literal('useCode'), code: z.string().max(40).default('') }),
])

/**
 * Reads the page that asks a visit by a letter's key for the code that is mailed to the order's address, and then leads
 * to the page that needs it: `to` in the address, a path below the booking.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const { order, rights } = await ownBooking(context, params.bookingId)
	const to = targetIn(order.publicId, url)
	if (rights === 'all') throw redirect(to, 303)
	const { t } = i18nOf(context)
	const isSent = url.searchParams.has('sent')
	const isMailed = emailOf(order.person) !== null
	return {
		publicId: order.publicId,
		head: headOf(context, order),
		isSent,
		phone: isMailed ? null : currentVenue().contact.phone,
		words: {
			title: t('booking.code.title'),
			why: t('booking.code.why'),
			send: t(isSent ? 'booking.code.again' : 'booking.code.send'),
			sent: t('booking.code.sent'),
			label: t('booking.code.label'),
			hint: t('booking.code.hint'),
			next: t('booking.code.next'),
			keep: t('booking.cancel.keep'),
			noMail: t('errors.booking.noMailAddress'),
		},
	}
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
	const { order, rights } = await ownBooking(context, params.bookingId)
	const { publicId } = order
	const to = targetIn(publicId, url)
	if (rights === 'all') return redirect(to, 303)
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(null, 422)
	if (submission.value.intent === 'sendCode') {
		const asked = await askForCode(order, addressHashOf(context))
		if (!asked.ok) return refusal(context, asked)
		return redirect(`/booking/${publicId}/code?sent=1&to=${encodeURIComponent(to)}`, 303)
	}
	const used = await useCode(order.id, submission.value.code)
	if (!used.ok) return refusal(context, used)
	await rememberOrder(context, order.id, 'code')
	return redirect(to, 303)
}

export const headers = unlistedHeaders

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
	const { publicId, head, isSent, phone, words } = loaderData
	const refused = actionData?.refused ?? null
	return (
		<div className={pages.narrow}>
			<title>{words.title}</title>
			<meta name="robots" content="noindex" />
			<h1>{words.title}</h1>
			{refused && <Alert kind="error" title={refused} autoFocus id="refused" />}
			<BookingHead head={head} />
			{phone === null ? (
				<Form method="post" className={stack.xl}>
					{isSent && <CodeField words={words} isRefused={refused !== null} />}
					{!isSent && <p>{words.why}</p>}
					<Button name="intent" value="sendCode" variant={isSent ? 'ghost' : 'primary'} wide>
						{words.send}
					</Button>
				</Form>
			) : (
				<Panel title={words.noMail}>
					<PhoneLink phone={phone} className={button.primary} />
				</Panel>
			)}
			<LinkButton to={`/booking/${publicId}`} variant="quiet">
				{words.keep}
			</LinkButton>
		</div>
	)
}

type CodeFieldProps = {
	words: Record<'sent' | 'label' | 'hint' | 'next', string>
	isRefused: boolean
}

/** The field for the code of six digits and its button, the first in the form, so that the Enter key sends the code. */
function CodeField({ words, isRefused }: CodeFieldProps) {
	return (
		<>
			<p role="status">{words.sent}</p>
			<div className={fields.field}>
				<label htmlFor="code" className={fields.label}>
					{words.label}
				</label>
				<input
					id="code"
					name="code"
					type="text"
					inputMode="numeric"
					autoComplete="one-time-code"
					maxLength={12}
					className={fields.control}
					aria-describedby={isRefused ? 'refused hint' : 'hint'}
					aria-invalid={isRefused || undefined}
				/>
				<p id="hint" className={fields.hint}>
					{words.hint}
				</p>
			</div>
			<Button name="intent" value="useCode" wide>
				{words.next}
			</Button>
		</>
	)
}

/** Returns the path of the page to go on with: `to` where it is below this booking, else the page that cancels it. */
function targetIn(publicId: string, url: URL): string {
	const to = ownPath(url.searchParams.get('to'))
	return to.startsWith(`/booking/${publicId}/`) ? to : `/booking/${publicId}/cancel?check=1`
}

function refusal(context: Readonly<RouterContextProvider>, refused: Refused) {
	const { key, values } = refused.message
	return data({ refused: i18nOf(context).t(key, { ...values }) }, refusalInit(refused))
}
