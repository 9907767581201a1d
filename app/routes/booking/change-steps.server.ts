import { data, redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'

import { refused, type FormResult, type parseForm } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import { correctPerson } from '#app/models/booking/correct-person.server.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { askedOf, formPage } from '#app/routes/booking/change-page.server.ts'
import { intents, type schemaOf } from '#app/routes/booking/change-schema.ts'
import { textRows, typedRows, type Person } from '#app/routes/booking/change-texts.server.ts'
import { fieldsOf, type Numbers } from '#app/routes/booking/change-typed.ts'
import { changeCheck, changeLate, shownText } from '#app/routes/booking/change-views.server.ts'
import { changingOf, type Changing } from '#app/routes/booking/changing.server.ts'
import type { DiffRow } from '#app/routes/booking/diff-table.tsx'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import { groupGuide, guideFor } from '#app/routes/booking/guides.server.ts'
import { needsCode, ownBooking, pathOfCode } from '#app/routes/booking/own-booking.server.ts'
import { reviseAndPay } from '#app/routes/booking/revise-and-pay.server.ts'
import { problemSummary, summaryOf, type Summary } from '#app/routes/booking/summary.ts'
import { problemsOf } from '#app/routes/checkout/problems.server.ts'
import { refusedOrder, wayOf } from '#app/routes/checkout/way-to-pay.server.ts'
import { sentence } from '#app/ui/sentence.tsx'

type Context = Readonly<RouterContextProvider>
type Schema = ReturnType<typeof schemaOf>

/** A posted form of the page, with its numbers and the texts as they were typed. */
export type Posted = {
	context: Context
	changing: Changing
	numbers: Numbers
	typed: Record<string, string>
	submission: ReturnType<typeof parseForm<Schema>>
}

/** The change that a form asks for, and its plan. */
type Decided = {
	asked: ReturnType<typeof askedOf>
	plan: Plan
	/** The name and mail address as corrected; null for a visit that may not, or did not. */
	person: Person | null
	texts: DiffRow[]
}

export async function decide(
	{ context, changing, numbers }: Posted,
	{ party, answers, person: typed }: z.output<Schema>,
	payload: Record<string, unknown>,
): Promise<Result<Decided>> {
	const { order, rights } = changing
	// A form without fields for texts leaves them as they are.
	const asked = askedOf(changing, numbers, { party, ...('answers' in payload && { answers }) })
	const planned = await previewRevision(order.id, asked, currentTime())
	if (!planned.ok) return planned
	const person = rights === 'all' ? (typed ?? null) : null
	const texts = textRows(context, order, { plan: planned.value, person })
	return ok({ asked, plan: planned.value, person, texts })
}

/** The page that asks for a mailed code and leads back here, with the numbers as they were typed. */
function codePath({ changing, numbers }: Posted): string {
	const fields = fieldsOf(currentVenue(), changing.cart, numbers)
	const { publicId } = changing.order
	return pathOfCode(publicId, `/booking/${publicId}/change?${new URLSearchParams(fields)}`)
}

export function isUnchanged({ revision }: Changing['order'], { plan, texts }: Decided): boolean {
	return plan.revision === revision && texts.length === 0
}

export function donePath({ publicId }: Changing['order']): string {
	return `/booking/${publicId}/change?done`
}

/** The check page; with a refusal of what was pressed on it. */
export function check(
	{ context, changing, numbers, typed, submission }: Posted,
	{ plan, texts }: Decided,
	refusal: Refused | null = null,
) {
	const result = refusal && submission.reply(refusedOrder(refusal))
	const hidden = { ...fieldsOf(currentVenue(), changing.cart, numbers), ...typed }
	const wayErrors = result?.error?.['wayToPay'] ?? null
	const view = changeCheck(context, changing, { plan, texts, hidden, wayErrors })
	const problems = problemsOf(context, result)
	return data({ shown: { kind: 'check', view } as const, problems }, result ? 422 : 200)
}

/** Makes the change that the check page has shown. */
export async function make(
	posted: Posted,
	decided: Decided,
	{ shown, wayToPay }: z.output<Schema>,
) {
	const { context, changing } = posted
	const { order } = changing
	const { asked, plan, person } = decided
	if (shown !== shownText(plan)) return check(posted, decided, refuse('booking.repriced'))
	if (plan.money.dueNow > 0 && !wayOf(wayToPay))
		return check(posted, decided, refuse('wayToPayMissing'))
	if (needsCode(changing, plan)) return redirect(codePath(posted), 303)
	if (person) await correctPerson(order.id, person, sessionIdOf(context))
	const { revision } = order
	if (plan.revision === revision) return redirect(donePath(order), 303)
	const way = await reviseAndPay(order, {
		asked,
		shown: plan.money,
		wayToPay,
		done: donePath(order),
	})
	if (way.ok) return redirect(way.value, 303)
	const fresh = changingOf(context, await ownBooking(context, order.publicId))
	return refusePlan({ ...posted, changing: fresh }, way)
}

/** The form with the sums of what is typed so far; nothing is refused yet. */
export async function look({ context, changing, numbers, typed, submission }: Posted) {
	const { order } = changing
	const texts = submission.status === 'success' ? submission.value : {}
	const planned = await previewRevision(order.id, askedOf(changing, numbers, texts), currentTime())
	const guide = planned.ok ? null : await guideFor(context, changing, { numbers, refused: planned })
	const summary = soFar(context, changing, planned)
	const page = formPage(context, changing, { numbers, typed, summary, guide })
	return data({ shown: { kind: 'form', page } as const, problems: [] })
}

/** The sums of what is typed so far, or what keeps it from being had; null while nothing differs. */
function soFar(context: Context, { order }: Changing, planned: Result<Plan>): Summary | null {
	const i18n = i18nOf(context)
	if (!planned.ok) return problemSummary(sentence(i18n.t, planned.message))
	const texts = textRows(context, order, { plan: planned.value, person: null })
	if (planned.value.revision === order.revision && texts.length === 0) return null
	return summaryOf(i18n, planned.value, { paidOnSite: order.paidOnSite, texts })
}

/** The form again, with the reason, and the ways that are open instead. */
export async function refusePlan(posted: Posted, refusal: Refused) {
	const { context, changing, numbers, submission } = posted
	if (refusal.message.key === 'errors.booking.tooLate') return late(posted)
	const summary = soFar(context, changing, refusal)
	const guide =
		(await guideFor(context, changing, { numbers, refused: refusal })) ??
		groupGuide(context, refusal)
	return refusedForm(posted, submission.reply(refused(refusal)), { summary, guide })
}

export function refusedForm(
	{ context, changing, numbers, typed }: Posted,
	result: FormResult,
	more: { summary?: Summary | null; guide?: Guide | null } = {},
) {
	const page = formPage(context, changing, { numbers, typed, result, ...more })
	// A guide says the reason itself.
	const problems = more.guide ? [] : problemsOf(context, result)
	return data({ shown: { kind: 'form', page } as const, problems }, 422)
}

/** The answer to a form that is sent after the last moment: what was typed can be read out on the telephone. */
export function late({ context, changing, numbers, typed }: Posted) {
	const rows = typedRows(context, changing, { numbers, typed })
	const view = changeLate(context, changing, rows)
	return data({ shown: { kind: 'late', view } as const, problems: [] }, 422)
}

export function intentIn({ intent }: Record<string, unknown>) {
	return intents.find((known) => known === intent) ?? 'look'
}
