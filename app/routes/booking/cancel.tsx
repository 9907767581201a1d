import { data, redirect } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import {
	cancelOwnBooking,
	findGivenBack,
	previewCancellation,
} from '#app/models/booking/own-cancel.server.ts'
import { cents } from '#app/models/money.ts'
import { findNextFree } from '#app/models/offer/next-free.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { CancelPage } from '#app/routes/booking/cancel-page.tsx'
import { checkStep, doneStep, lateStep, ruleStep } from '#app/routes/booking/cancel-words.ts'
import { headOf, ownBooking, pathOfCode } from '#app/routes/booking/own-booking.server.ts'

import type { Route } from './+types/cancel.ts'

const sum = z.coerce.number().int().min(0).max(100_000_000).transform(cents)
const schema = z.object({ fee: sum, back: sum })

/**
 * Reads the page that cancels a booking in two steps: the rule and what goes back, then the button. Once it is too late
 * the page says whom to call, and for a cancelled booking it shows the outcome.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const { order, rights } = await ownBooking(context, params.bookingId)
	const words = i18nOf(context)
	const venue = currentVenue()
	const shown = { venue, order, now: currentTime(), moved: await countMoves(order) }
	const page = {
		publicId: order.publicId,
		number: order.number,
		head: headOf(context, order),
		toBooking: words.t('booking.toBooking'),
		steps: {
			label: words.t('booking.cancel.steps.label'),
			names: (['rule', 'check', 'done'] as const).map((step) =>
				words.t(`booking.cancel.steps.${step}`),
			),
		},
	}
	if (orderEnd(order) === 'cancelled') {
		const { publicId, state, cancelledAt, lines } = order
		const done = doneStep(words, shown, await findGivenBack(order.id, shown.now))
		const nextFree = await findNextFree(venue, shown.now)
		const times = lines.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
		return {
			...page,
			step: 'done' as const,
			done,
			nextFree,
			order: { publicId, state, cancelledAt, lines: times },
		}
	}
	const ahead = await previewCancellation(order.id)
	if (!ahead.ok) {
		const { key, values } = ahead.message
		return {
			...page,
			step: 'late' as const,
			late: lateStep(words, shown, words.t(key, { ...values })),
		}
	}
	if (!url.searchParams.has('check'))
		return { ...page, step: 'rule' as const, rule: ruleStep(words, shown, ahead.value) }
	if (rights !== 'all') throw redirect(codePage(order.publicId), 303)
	const { fee, back } = ahead.value
	return {
		...page,
		step: 'check' as const,
		check: checkStep(words, shown, ahead.value),
		sums: { fee, back },
	}
}

/** Returns true: the page is read again after a refusal, too, because its sums have changed then. */
export function shouldRevalidate() {
	return true
}

/**
 * Cancels the booking if its fee and the amount that goes back are those that the page showed; else answers 422. A
 * visit with the rights of a key alone is led to the page that asks for a code.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const { order, rights } = await ownBooking(context, params.bookingId)
	const page = `/booking/${order.publicId}/cancel`
	if (rights !== 'all') return redirect(codePage(order.publicId), 303)
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return redirect(`${page}?check=1`, 303)
	const cancelled = await cancelOwnBooking(order.id, submission.value, currentTime())
	if (cancelled.ok) return redirect(page, 303)
	const { key, values } = cancelled.message
	return data({ refused: i18nOf(context).t(key, { ...values }) }, 422)
}

export function headers() {
	return { 'X-Robots-Tag': 'noindex' }
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
	return <CancelPage view={loaderData} refused={actionData?.refused ?? null} />
}

/** Returns the path of the page that asks for the mailed code and leads back to the second step. */
function codePage(publicId: string): string {
	return pathOfCode(publicId, `/booking/${publicId}/cancel?check=1`)
}
