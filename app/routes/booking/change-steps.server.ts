import { data, redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'

import { refused, type FormResult, type parseForm } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import { askedOf, type Texts } from '#app/models/booking/asked-numbers.ts'
import { correctPerson, type Correction } from '#app/models/booking/correct-person.server.ts'
import type { DiffRow } from '#app/models/booking/difference.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { readShown, shownText } from '#app/models/booking/shown-money.ts'
import { fieldsOf, type TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { formPage } from '#app/routes/booking/change-page.server.ts'
import { intents, type schemaOf } from '#app/routes/booking/change-schema.ts'
import {
	correctionIn,
	postedAnswers,
	textRows,
	textsToCheck,
	typedRows,
} from '#app/routes/booking/change-texts.server.ts'
import { changeCheck } from '#app/routes/booking/change-views.server.ts'
import { changingOf, type ChangeContext } from '#app/routes/booking/changing.server.ts'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import { groupGuide, guideFor } from '#app/routes/booking/guides.server.ts'
import { keepTexts } from '#app/routes/booking/kept-texts.server.ts'
import { isClosing, lateView } from '#app/routes/booking/late-view.server.ts'
import { needsCode, ownBooking, pathOfCode } from '#app/routes/booking/own-booking.server.ts'
import { reviseAndPay } from '#app/routes/booking/revise-and-pay.server.ts'
import { problemSummary, summaryOf, type Summary } from '#app/routes/booking/summary.ts'
import { refusedOrder, wayOf } from '#app/routes/payment/way-to-pay.server.ts'
import { problemsOf } from '#app/routes/problems.server.ts'
import { sentence } from '#app/ui/sentence.tsx'

type Context = Readonly<RouterContextProvider>
type Schema = ReturnType<typeof schemaOf>

/** A posted form that changes a booking, with its numbers and the texts as they were typed. */
export type PostedChange = {
	context: Context
	changing: ChangeContext
	numbers: TypedNumbers
	typed: Record<string, string>
	submission: ReturnType<typeof parseForm<Schema>>
}

/** The change that a form asks for, and its plan. */
type Decided = {
	asked: ReturnType<typeof askedOf>
	plan: Plan
	/** The corrected parts of name and mail address; null when none is corrected, or this visit may not correct them. */
	person: Correction | null
	texts: DiffRow[]
}

export async function decide(
	posted: PostedChange,
	{ party, answers, person: asPerson }: z.output<Schema>,
): Promise<Result<Decided>> {
	const { context, changing, numbers, typed } = posted
	const { order, rights } = changing
	const texts = { party, answers: postedAnswers(typed, answers) }
	const asked = askedOf(currentVenue(), changing.cart, numbers, texts)
	const planned = await previewRevision(order, asked, currentTime())
	if (!planned.ok) return planned
	const corrected = rights === 'all' && asPerson ? correctionIn(order, asPerson) : ok(null)
	if (!corrected.ok) return corrected
	const { value: person } = corrected
	const rows = textRows(context, order, { plan: planned.value, person })
	return ok({ asked, plan: planned.value, person, texts: rows })
}

/**
 * Returns the path of the page that asks for the mailed code and leads back to the form, with the numbers and texts as
 * they were typed.
 */
async function codePath({ context, changing, numbers, typed }: PostedChange): Promise<string> {
	const fields = {
		...fieldsOf(currentVenue(), changing.cart, numbers),
		...(await keepTexts(context, changing, typed)),
	}
	const { publicId } = changing.order
	return pathOfCode(publicId, `/booking/${publicId}/change?${new URLSearchParams(fields)}`)
}

export function isUnchanged(
	{ revision }: ChangeContext['order'],
	{ plan, texts }: Decided,
): boolean {
	return plan.revision === revision && texts.length === 0
}

export function donePath({ publicId }: ChangeContext['order']): string {
	return `/booking/${publicId}/change?done`
}

/** Returns the path of the page that is shown after name or mail address alone were corrected. */
export function correctedPath(order: ChangeContext['order']): string {
	return `${donePath(order)}=person`
}

/** Answers with the check page; `refusal` is why the button that was pressed there made no change. */
export function check(
	{ context, changing, numbers, typed, submission }: PostedChange,
	{ plan, texts, person }: Decided,
	refusal: Refused | null = null,
) {
	const result = refusal && submission.reply(refusedOrder(refusal))
	const hidden = {
		...fieldsOf(currentVenue(), changing.cart, numbers),
		...textsToCheck(typed, person),
	}
	const wayErrors = result?.error?.['wayToPay'] ?? null
	const view = changeCheck(context, changing, { plan, texts, hidden, wayErrors })
	const problems = problemsOf(context, result)
	return data({ shown: { kind: 'check', view } as const, problems }, result ? 422 : 200)
}

/**
 * Makes the change that the check page has shown without planning it here first: `reviseBooking` plans it anyway, and
 * refuses it at another price. Returns a redirect, or null when the change cannot be made so; `make` then says why. A
 * corrected person, a right that may need the code and a missing way to pay are decided in `make`.
 */
export async function makeAsShown(
	posted: PostedChange,
	{ party, answers, person, shown, wayToPay }: z.output<Schema>,
) {
	const { changing, numbers, typed } = posted
	const { order, rights } = changing
	const money = readShown(shown)
	if (!money || (money.difference === 0 && money.dueNow === 0)) return null
	if (person || rights !== 'all' || (money.dueNow > 0 && !wayOf(wayToPay))) return null
	const texts = { party, answers: postedAnswers(typed, answers) }
	const asked = askedOf(currentVenue(), changing.cart, numbers, texts)
	const way = await reviseAndPay(changing, { asked, shown: money, wayToPay, done: donePath(order) })
	return way.ok ? redirect(way.value, 303) : null
}

/**
 * Makes the change that the check page has shown and redirects to the next page; or answers with the check page or the
 * form and the reason.
 */
export async function make(
	posted: PostedChange,
	decided: Decided,
	{ shown, wayToPay }: z.output<Schema>,
) {
	const { context, changing } = posted
	const { order } = changing
	const { asked, plan, person } = decided
	if (shown !== shownText(plan.money)) return check(posted, decided, refuse('booking.repriced'))
	if (plan.money.dueNow > 0 && !wayOf(wayToPay))
		return check(posted, decided, refuse('wayToPayMissing'))
	if (needsCode(changing, plan)) return redirect(await codePath(posted), 303)
	if (person) {
		const { firstName, lastName, email } = order.person
		const by = { sessionId: sessionIdOf(context), seen: { firstName, lastName, email } }
		const corrected = await correctPerson(order.id, person, by)
		if (!corrected.ok) return again(posted, corrected)
	}
	if (plan.revision === order.revision) return redirect(correctedPath(order), 303)
	const way = await reviseAndPay(changing, {
		asked,
		shown: plan.money,
		wayToPay,
		done: donePath(order),
	})
	return way.ok ? redirect(way.value, 303) : again(posted, way)
}

/** Answers with the form again, with the reason of the refusal, and with the booking as it is now. */
async function again(posted: PostedChange, refusal: Refused) {
	const { context, changing } = posted
	const fresh = changingOf(context, await ownBooking(context, changing.order.publicId))
	return refusePlan({ ...posted, changing: fresh }, refusal)
}

/** Answers with the form and the sums of what is typed; a change that cannot be made gets a guide, no error. */
export async function look(posted: PostedChange) {
	const { context, changing, numbers, typed, submission } = posted
	const { party, answers } = submission.status === 'success' ? submission.value : {}
	const texts = { party, answers: postedAnswers(typed, answers) }
	const outcome = await sumsOrGuide(context, changing, { numbers, texts, typed })
	const page = formPage(context, changing, { numbers, typed, ...outcome })
	return data({ shown: { kind: 'form', page } as const, problems: [] })
}

type Typed = { numbers: TypedNumbers; texts?: Texts; typed: Record<string, string> }

/** Returns the sums of what is typed; for a change that is refused, also a guide to what is possible instead. */
export async function sumsOrGuide(
	context: Context,
	changing: ChangeContext,
	{ numbers, texts = {}, typed }: Typed,
) {
	const asked = askedOf(currentVenue(), changing.cart, numbers, texts)
	const planned = await previewRevision(changing.order, asked, currentTime())
	const guide = planned.ok
		? null
		: await guideFor(context, changing, { numbers, typed, refused: planned })
	return { summary: soFar(context, changing, planned), guide }
}

/** Returns the sums of what is typed, or why the change cannot be made; null while nothing differs. */
function soFar(context: Context, { order }: ChangeContext, planned: Result<Plan>): Summary | null {
	const i18n = i18nOf(context)
	if (!planned.ok) return problemSummary(sentence(i18n.t, planned.message))
	const texts = textRows(context, order, { plan: planned.value, person: null })
	if (planned.value.revision === order.revision && texts.length === 0) return null
	return summaryOf(i18n, planned.value, { paidOnSite: order.paidOnSite, texts })
}

/** Answers a refused change with its form, the reason, and a guide to what is possible instead. */
export async function refusePlan(posted: PostedChange, refusal: Refused) {
	const { context, changing, numbers, typed, submission } = posted
	if (isClosing(refusal)) return late(posted, refusal)
	const summary = soFar(context, changing, refusal)
	const guide =
		(await guideFor(context, changing, { numbers, typed, refused: refusal })) ??
		groupGuide(context, refusal)
	return refusedForm(posted, submission.reply(refused(refusal)), { summary, guide, refusal })
}

export function refusedForm(
	{ context, changing, numbers, typed }: PostedChange,
	result: FormResult,
	{ refusal, ...more }: { summary?: Summary | null; guide?: Guide | null; refusal?: Refused } = {},
) {
	const page = formPage(context, changing, { numbers, typed, result, ...more })
	// A guide names the reason itself, so the page does not repeat it.
	const problems = more.guide ? [] : problemsOf(context, result)
	const init = refusal ? refusalInit(refusal) : { status: 422 }
	return data({ shown: { kind: 'form', page } as const, problems }, init)
}

/** Answers a form that is closed, with the reason; the page lists what was typed, to be read out on the telephone. */
export function late({ context, changing, numbers, typed }: PostedChange, refused: Refused) {
	const rows = typedRows(context, changing, { numbers, typed })
	const view = lateView(context, changing, { of: 'change', refused, typed: rows })
	return data({ shown: { kind: 'late', view } as const, problems: [] }, 422)
}

export function intentIn({ intent }: Record<string, unknown>) {
	return intents.find((known) => known === intent) ?? 'look'
}
