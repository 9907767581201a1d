import { redirect } from 'react-router'
import { z } from 'zod'

import { formValues } from '#app/forms/form-values.ts'
import { parseForm } from '#app/forms/form.ts'
import { PageTitle } from '#app/forms/page-title.tsx'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { refuseEveryChange } from '#app/models/booking/allowed.ts'
import { wasJustCorrected } from '#app/models/booking/correct-person.server.ts'
import { isMadeAlready } from '#app/models/booking/pressed-again.server.ts'
import { readNumbers } from '#app/models/booking/typed-numbers.ts'
import { refuse } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { BookingHead } from '#app/routes/booking/booking-head.tsx'
import { ChangeForm } from '#app/routes/booking/change-form.tsx'
import { formPage } from '#app/routes/booking/change-page.server.ts'
import { schemaOf } from '#app/routes/booking/change-schema.ts'
import {
	check,
	correctedPath,
	decide,
	donePath,
	intentIn,
	isUnchanged,
	late,
	look,
	make,
	makeAsShown,
	sumsOrGuide,
	refusedForm,
	refusePlan,
	type PostedChange,
} from '#app/routes/booking/change-steps.server.ts'
import {
	askedTexts,
	isCorrectedAlready,
	typedTexts,
} from '#app/routes/booking/change-texts.server.ts'
import { changeDone, correctionDone } from '#app/routes/booking/change-views.server.ts'
import { changingOf, type ChangeContext } from '#app/routes/booking/changing.server.ts'
import { CheckPage } from '#app/routes/booking/check-page.tsx'
import { DonePage } from '#app/routes/booking/done-page.tsx'
import { textsAsked, textsKept } from '#app/routes/booking/kept-texts.server.ts'
import { LatePage } from '#app/routes/booking/late-page.tsx'
import { lateView } from '#app/routes/booking/late-view.server.ts'
import { changeableBooking, headOf } from '#app/routes/booking/own-booking.server.ts'
import { pathOfOpenChange } from '#app/routes/booking/revise-and-pay.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { useFocusOn } from '#app/ui/focus-on.ts'
import * as pages from '#app/ui/page.css.ts'
import { ProblemAlert } from '#app/ui/problem-alert.tsx'
import { Progress } from '#app/ui/progress.tsx'

import type { Route } from './+types/change.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
	const changing = changingOf(context, await changeableBooking(context, params.bookingId))
	const { order, words } = changing
	const open = await pathOfOpenChange(order)
	if (open) throw redirect(open, 303)
	return {
		order: { publicId: order.publicId, number: order.number },
		head: headOf(context, order),
		words,
		shown: await shownFirst(context, changing, url.searchParams),
	}
}

/** Returns true: the page is read again after a refusal, too, because the booking may have been changed meanwhile. */
export function shouldRevalidate() {
	return true
}

/**
 * Returns the page that a GET shows: the change or correction that was just made, why nothing can be changed, or the
 * form. The form holds the numbers and texts that the address names, with their sums, or else those of the booking.
 */
async function shownFirst(
	context: Route.LoaderArgs['context'],
	changing: ChangeContext,
	params: URLSearchParams,
) {
	const done = params.get('done')
	if (done === 'person') {
		if (changing.rights === 'all' && (await wasJustCorrected(changing.order.id)))
			return { kind: 'done', view: correctionDone(context, changing) } as const
	} else if (done !== null && changing.order.revision > 1)
		return { kind: 'done', view: changeDone(context, changing) } as const
	const refused = refuseEveryChange(currentVenue(), changing.order, currentTime())
	if (refused) {
		const view = lateView(context, changing, { of: 'change', refused })
		return { kind: 'late', view } as const
	}
	const typed = formValues(Object.fromEntries(params))
	const numbers = readNumbers(currentVenue(), changing.cart, typed)
	const { order, cart } = changing
	const texts = await textsKept(context, order, params.get('texts'))
	const isTyped = [...params.keys()].some((name) => name.includes('.') || name === 'texts')
	const asked = { numbers, typed: texts, texts: textsAsked(order, cart, numbers, texts) }
	const outcome = isTyped ? await sumsOrGuide(context, changing, asked) : {}
	const answer = { numbers, typed: texts, ...outcome }
	return { kind: 'form', page: formPage(context, changing, answer) } as const
}

const anyForm = z.looseObject({})

/**
 * Answers with the form and its sums, or the check page, or makes the change. A form made for an earlier revision comes
 * back with the booking as it is now and what was typed (faults K42); a button pressed twice makes one change (faults
 * K6).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const changing = changingOf(context, await changeableBooking(context, params.bookingId))
	const formData = await request.formData()
	const { payload } = parseForm(formData, anyForm)
	const numbers = readNumbers(currentVenue(), changing.cart, payload)
	const submission = parseForm(formData, schemaOf(currentVenue(), askedTexts(changing, numbers)))
	const posted: PostedChange = {
		context,
		changing,
		numbers,
		typed: typedTexts(formData),
		submission,
	}
	const closed = refuseEveryChange(currentVenue(), changing.order, currentTime())
	if (closed) return late(posted, closed)
	const intent = 'fewest' in payload ? 'check' : intentIn(payload)
	if (intent === 'look' || intent === 'edit') return look(posted)
	if (submission.status !== 'success') return refusedForm(posted, submission.reply())

	const { order } = changing
	const { revision } = submission.value
	const isPressed = (intent === 'order' || intent === 'take') && revision === order.revision
	const made = isPressed && (await makeAsShown(posted, submission.value))
	if (made) return made
	const decided = await decide(posted, submission.value)
	if (!decided.ok) return refusePlan(posted, decided)
	const isStale = revision !== order.revision
	if (isUnchanged(order, decided.value)) {
		if (isStale) return redirect(donePath(order), 303)
		return isPressed && isCorrectedAlready(order, submission.value.person)
			? redirect(correctedPath(order), 303)
			: refusePlan(posted, refuse('booking.nothingChanged'))
	}
	if (isStale) {
		const { asked, texts } = decided.value
		const isMade =
			texts.length === 0 && (await isMadeAlready(order, { asked, revision }, currentTime()))
		return isMade ? redirect(donePath(order), 303) : refusePlan(posted, refuse('booking.changed'))
	}
	if (intent === 'check') return check(posted, decided.value)
	return make(posted, decided.value, submission.value)
}

export const headers = unlistedHeaders

export default function Change({ loaderData, actionData }: Route.ComponentProps) {
	const { order, head, words } = loaderData
	const shown = actionData?.shown ?? loaderData.shown
	// The check page is an answer at the form's own address: the router leaves it scrolled as the long form was.
	const heading = useFocusOn<HTMLHeadingElement>(shown.kind === 'check')
	const title = {
		form: words.title,
		check: words.sure,
		late: shown.kind === 'late' ? shown.view.title : '',
		done: shown.kind === 'done' ? shown.view.title : '',
	}[shown.kind]
	const step = { form: 0, check: 1, done: 2, late: null }[shown.kind]
	return (
		<div className={shown.kind === 'form' ? pages.page : pages.narrow}>
			<PageTitle>{`${title} · ${order.number}`}</PageTitle>
			<meta name="robots" content="noindex" />
			{step !== null && (
				<Progress
					label={words.steps}
					steps={words.stepNames.map((label) => ({ label }))}
					current={step}
				/>
			)}
			<h1 ref={heading} tabIndex={-1}>
				{title}
			</h1>
			<BookingHead head={head} />
			{actionData && actionData.problems.length > 0 && (
				<ProblemAlert of={actionData.problems} reason={actionData} />
			)}
			{shown.kind === 'form' && <ChangeForm page={shown.page} words={words} />}
			{shown.kind === 'check' && <CheckPage view={shown.view} words={words} />}
			{shown.kind === 'late' && <LatePage view={shown.view} />}
			{shown.kind === 'done' && <DonePage view={shown.view} />}
			{shown.kind === 'form' && (
				<LinkButton to={`/booking/${order.publicId}`} variant="quiet">
					{words.toBooking}
				</LinkButton>
			)}
		</div>
	)
}
