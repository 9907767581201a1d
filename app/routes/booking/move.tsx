import { data, Link, redirect } from 'react-router'
import { z } from 'zod'

import { formValues } from '#app/forms/form-values.ts'
import { parseForm } from '#app/forms/form.ts'
import { PageTitle } from '#app/forms/page-title.tsx'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { AskedMove } from '#app/models/booking/asked-lines.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import { shownText } from '#app/models/booking/shown-money.ts'
import { providerNames } from '#app/models/provider.ts'
import { wholeNumber } from '#app/models/quantity.ts'
import { refuse, type Refusal, type Refused } from '#app/models/result.ts'
import { day, parseDay, parseTime, time } from '#app/models/venue/slot.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { BookingHead } from '#app/routes/booking/booking-head.tsx'
import { CheckPage } from '#app/routes/booking/check-page.tsx'
import { DonePage } from '#app/routes/booking/done-page.tsx'
import { LatePage } from '#app/routes/booking/late-page.tsx'
import { chooseView, goneView } from '#app/routes/booking/move-choice.server.ts'
import { ChoosePage } from '#app/routes/booking/move-choice.tsx'
import { moveCheck, moveDone, moveLate } from '#app/routes/booking/move-page.server.ts'
import { askedMove, movingOf, pathTo, type MoveContext } from '#app/routes/booking/moving.server.ts'
import {
	changeableBooking,
	headOf,
	needsCode,
	pathOfCode,
} from '#app/routes/booking/own-booking.server.ts'
import { pathOfOpenChange, reviseAndPay } from '#app/routes/booking/revise-and-pay.server.ts'
import { ThenPanel } from '#app/routes/booking/then-panel.tsx'
import { refusedOrder, wayOf } from '#app/routes/payment/way-to-pay.server.ts'
import { problemsOf } from '#app/routes/problems.server.ts'
import * as pages from '#app/ui/page.css.ts'
import { ProblemAlert } from '#app/ui/problem-alert.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { sentence } from '#app/ui/sentence.tsx'

import type { Route } from './+types/move.ts'

type Context = Route.LoaderArgs['context']

/**
 * Reads the days and times to which a booking can be moved; with a time in the address, the check page of that move.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const typed = formValues(Object.fromEntries(url.searchParams))
	const moving = await movingOf(context, await changeableBooking(context, params.bookingId), typed)
	const { order } = moving
	const open = await pathOfOpenChange(order)
	if (open) throw redirect(open, 303)
	return {
		order: { publicId: order.publicId, number: order.number },
		head: headOf(context, order),
		words: moving.words,
		...(await shownFor(context, moving, url.searchParams)),
	}
}

/** Returns true: the page is read again after a refusal, too, because places may have gone meanwhile. */
export function shouldRevalidate() {
	return true
}

async function shownFor(context: Context, moving: MoveContext, params: URLSearchParams) {
	const { order } = moving
	if (params.has('done') && order.revision > 1)
		return unrefused({ kind: 'done', view: moveDone(context, moving) } as const)
	const late = moveLate(context, moving)
	if (late) return unrefused({ kind: 'late', view: late } as const)
	const day = parseDay(params.get('day')) ?? null
	const time = params.get('time') === 'any' ? 'any' : parseTime(params.get('time'))
	if (day === null || time === null)
		return unrefused({ kind: 'choose', view: await chooseView(context, moving, day) } as const)
	const asked = askedMove(moving, day, time === 'any' ? null : time)
	const planned = await previewRevision(order, asked, currentTime())
	if (!planned.ok) return refusedMove(context, moving, { asked, refused: planned })
	if (planned.value.revision === order.revision)
		return unrefused({ kind: 'choose', view: await chooseView(context, moving, day) } as const)
	const view = moveCheck(context, moving, { plan: planned.value, asked })
	return unrefused({ kind: 'check', view } as const)
}

function unrefused<Shown>(shown: Shown) {
	return { shown, problems: new Array<string>() }
}

/**
 * Returns the page for a move that cannot be made: that it is too late, or that its places have gone, or else the days
 * to choose from, with the reason above them (faults N391).
 */
async function refusedMove(
	context: Context,
	moving: MoveContext,
	{ asked, refused }: { asked: AskedMove; refused: Refused },
) {
	const late = moveLate(context, moving, refused)
	if (late) return unrefused({ kind: 'late', view: late } as const)
	if (hasGone(refused))
		return unrefused({ kind: 'gone', view: await goneView(context, moving, asked) } as const)
	const view = await chooseView(context, moving, asked.day)
	const problems = [sentence(i18nOf(context).t, refused.message)]
	return { shown: { kind: 'choose', view } as const, problems }
}

const ofPlaces: Refusal[] = ['noFreePlaces', 'chooseOtherPeriod']

/** True for a refusal because the places at that time are no longer free. */
function hasGone({ message }: Refused): boolean {
	return ofPlaces.some((refusal) => message.key === `errors.${refusal}`)
}

const schema = z.object({
	intent: z.enum(['order', 'take']),
	revision: wholeNumber({ min: 1, max: 1_000_000 }),
	day,
	time: z.union([z.literal('any'), time]),
	shown: z.string().max(80),
	wayToPay: z.enum(providerNames).optional(),
})

/** Moves the booking as the check page has shown it; a button pressed twice moves it once (faults K6). */
export async function action({ request, params, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	const booking = await changeableBooking(context, params.bookingId)
	const moving = await movingOf(context, booking, submission.payload)
	if (submission.status !== 'success') {
		const view = await chooseView(context, moving, null)
		const problems = problemsOf(context, submission.reply())
		return data({ shown: { kind: 'choose', view } as const, problems }, 422)
	}
	const { order } = moving
	const { day, time, revision, shown, wayToPay } = submission.value
	const asked = askedMove(moving, day, time === 'any' ? null : time)
	const now = currentTime()
	const turnDown = async (refused: Refused, current = moving) =>
		data(await refusedMove(context, current, { asked, refused }), refusalInit(refused))
	const planned = await previewRevision(order, asked, now)
	if (!planned.ok) return turnDown(planned)
	const plan = planned.value
	const done = `/booking/${order.publicId}/move?done`
	if (plan.revision === order.revision) return redirect(done, 303)
	const again = (refusal: Refused, priced = plan, current = moving) => {
		const result = submission.reply(refusedOrder(refusal))
		const wayErrors = result.error?.['wayToPay'] ?? null
		const view = moveCheck(context, current, { plan: priced, asked, wayErrors })
		const problems = problemsOf(context, result)
		return data({ shown: { kind: 'check', view } as const, problems }, refusalInit(refusal))
	}
	if (revision !== order.revision) return again(refuse('booking.changed'))
	if (shown !== shownText(plan.money)) return again(refuse('booking.repriced'))
	if (plan.money.dueNow > 0 && !wayOf(wayToPay)) return again(refuse('wayToPayMissing'))
	if (needsCode(booking, plan))
		return redirect(pathOfCode(order.publicId, pathTo(moving, { day, time })), 303)
	const way = await reviseAndPay(moving, { asked, shown: plan.money, wayToPay, done })
	if (way.ok) return redirect(way.value, 303)
	// The booking may have been changed meanwhile, so it is read and planned anew.
	const own = await changeableBooking(context, params.bookingId)
	const current = await movingOf(context, own, submission.payload)
	const fresh = await previewRevision(current.order, asked, now)
	if (!fresh.ok) return turnDown(fresh, current)
	return hasGone(way) ? turnDown(way, current) : again(way, fresh.value, current)
}

export const headers = unlistedHeaders

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
	const { order, head, words } = loaderData
	const { shown, problems } = actionData ?? loaderData
	const { title } = shown.view
	const step = { choose: 0, gone: 0, check: 1, done: 2, late: null }[shown.kind]
	return (
		<div className={pages.narrow}>
			<PageTitle>{`${title} · ${order.number}`}</PageTitle>
			<meta name="robots" content="noindex" />
			{step !== null && (
				<Progress
					label={words.steps}
					steps={words.stepNames.map((label) => ({ label }))}
					current={step}
				/>
			)}
			<h1>{title}</h1>
			{shown.kind !== 'gone' && <BookingHead head={head} />}
			{problems.length > 0 && <ProblemAlert of={problems} reason={actionData ?? loaderData} />}
			{(shown.kind === 'choose' || shown.kind === 'gone') && (
				<ChoosePage view={shown.view}>
					<Link to={`/booking/${order.publicId}`}>{words.toBooking}</Link>
				</ChoosePage>
			)}
			{shown.kind === 'check' && (
				<CheckPage view={shown.view} words={words}>
					<ThenPanel view={shown.view.afterwards} />
				</CheckPage>
			)}
			{shown.kind === 'late' && <LatePage view={shown.view} />}
			{shown.kind === 'done' && <DonePage view={shown.view} />}
		</div>
	)
}
