import { data, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { noteHeadcount } from '#app/models/booking/headcount.server.ts'
import { noteOnSite } from '#app/models/invoice/on-site.server.ts'
import type { TakenMoney } from '#app/models/invoice/taken.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import type { Refused } from '#app/models/result.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { mayCount } from '#app/models/staff/till-rights.ts'
import { typedIn, type Typed } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { countsIn, type Counted } from '#desk/routes/booking/count.server.ts'
import {
	dossierOf,
	pathOf,
	refusedWords,
	type Dossier,
} from '#desk/routes/booking/dossier.server.ts'
import { isReceipt } from '#desk/routes/booking/receipt.ts'
import { RestForm } from '#desk/routes/booking/rest-form.tsx'
import {
	lastNoteWords,
	restState,
	typedRest,
	type RestState,
	type TypedRest,
} from '#desk/routes/booking/rest.server.ts'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/rest.ts'

/**
 * Reads the form that notes what the till took for the rest, null where no rest is left, and the sentence about the
 * newest till note.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	const state = await restState(dossier, null)
	return { form: state.rest > 0 ? state.view : null, last: lastNoteWords(dossier) }
}

/**
 * Notes the guests who came and the money that the till took: once, however many people send it at the same time. A
 * form that showed another rest is refused, and the page says who noted what and when (faults L3). Where nothing is
 * left to pay, the headcount alone is noted.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const typed = typedRest.parse(withCounts(await typedIn(request)))
	const state = await restState(dossier, typed)
	if (typed.intent === 'apply' || typed.step)
		return data({ form: state.view, last: null, ...complaint(...problemsOf(state)) })

	const { order } = dossier.history
	if (typed.revision !== order.revision || typed.left !== leftOnSite(order))
		return again(dossier, typed)
	// The number of guests was typed without the rest for it being shown: the page shows that rest first.
	if (typed.shown !== state.rest) {
		const reckoned = await restState(dossier, { ...typed, intent: 'apply' })
		return data({ form: reckoned.view, last: null, ...complaint(...problemsOf(reckoned)) })
	}
	const wrong = wrongIn(dossier, state, typed)
	if (wrong.problems.length > 0) return refuse(state, wrong)
	const made = await noteRest(dossier, state, typed)
	if (made.ok) return redirect(`${pathOf(dossier)}?done=rest`, 303)
	return again(await dossierOf(context, params.number), typed, made)
}

async function noteRest(dossier: Dossier, state: RestState, typed: TypedRest) {
	const { order } = dossier.history
	const by = { actor: actorOf(dossier.staff) }
	const { asked, plan, came, booked } = state
	const taken = takenOf(state, typed)
	if (asked && plan) {
		const values = { came: came ?? 0, booked: booked ?? 0 }
		const reason = dossier.words.t('booking.restForm.reason', values)
		const { revision } = order
		return noteHeadcount(order, { revision, asked, plan, reason, taken }, now(), by)
	}
	if (!taken) throw new Error('a note without an amount')
	return noteOnSite(order.number, taken, now(), by)
}

function withCounts(typed: Typed) {
	return { ...typed, came: countsIn(typed) }
}

/** Returns the typed money with the number of its receipt; null where no amount was typed. */
function takenOf({ amounts, rest }: RestState, typed: TypedRest): TakenMoney | null {
	const parts = (['cash', 'card', 'voucher'] as const).flatMap((method) => {
		const amount = amounts[method]
		return amount === null || amount === 0 ? [] : [{ method, amount }]
	})
	const [first, ...further] = parts
	if (!first) return null
	const code = parts.some(({ method }) => method === 'voucher') ? typed.code : undefined
	return { ...first, further, receipt: typed.receipt.trim(), code, shown: rest }
}

/**
 * Answers the form again (422) with what was typed and the newest rest, and says why: the refusal, or who changed the
 * rest.
 */
async function again(dossier: Dossier, typed: TypedRest, refused?: Refused) {
	const { t } = dossier.words
	const state = await restState(dossier, typed)
	const isOther = refused === undefined || changed.has(refused.message.key)
	const last = lastNoteWords(dossier)
	const first = isOther ? t('booking.restForm.changed') : refusedWords(dossier, refused)
	return refuse(state, complaint(first, ...(last && isOther ? [last] : [])))
}

const changed = new Set<string>([
	'errors.desk.restChanged',
	'errors.desk.nothingLeftToPay',
	'errors.desk.notedAlready',
	'errors.booking.changed',
	'errors.booking.repriced',
])

function refuse({ view: form }: RestState, complaints: Complaints) {
	return data({ form, last: null, ...complaints }, 422)
}

function problemsOf({ view: { problem } }: RestState): string[] {
	return problem === null ? [] : [problem]
}

function wrongIn(dossier: Dossier, state: RestState, typed: TypedRest): Complaints {
	const { t, locale } = dossier.words
	const { amounts, total, rest, counts, plan, isCountOnly } = state
	const isUnread = Object.values(amounts).includes(null)
	const givesBack =
		plan !== null && plan.money.backOnline + plan.money.backVoucher + plan.money.backAtTill > 0
	const badCount = (count: Counted) => {
		const { booked, came } = count
		if (came === null) return t('booking.restForm.badCount')
		if (mayCount(dossier.staff, { booked, came, givesBack })) return null
		return t('booking.restForm.shiftCounts')
	}
	const unread = (amount: Cents | null) =>
		amount === null ? t('booking.restForm.badAmount') : null
	const lacksCode = amounts.voucher !== null && amounts.voucher > 0 && typed.code.trim() === ''
	const lacksReceipt = !isCountOnly && !isReceipt(typed.receipt.trim())
	const { problems, at } = complaintsAt({
		...Object.fromEntries(counts.map((count) => [count.name, badCount(count)])),
		cash: unread(amounts.cash),
		card: unread(amounts.card),
		voucher: unread(amounts.voucher),
		code: lacksCode ? t('booking.restForm.noCode') : null,
		receipt: lacksReceipt ? t('booking.restForm.noReceipt') : null,
	})
	const ofAll = [
		...problemsOf(state),
		...(!isUnread && total === 0 && !isCountOnly ? [t('booking.restForm.noAmount')] : []),
		...(total > rest ? [t('booking.restForm.tooMuch', { amount: euros(rest, locale) })] : []),
	]
	return { problems: [...ofAll, ...problems], at }
}

export default function Rest({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const form = actionData?.form ?? loaderData.form
	const problems = actionData?.problems ?? []
	return (
		<Panel
			heading={t('booking.restForm.heading')}
			aside={form && <span className={words.soft}>{form.name}</span>}
			id="form"
		>
			<Problems of={problems} />
			{form === null || (form.left === 0 && problems.length === 0) ? (
				<p>
					{t('booking.restForm.nothing')} {loaderData.last}
				</p>
			) : (
				<RestForm form={form} at={actionData?.at ?? {}} />
			)}
		</Panel>
	)
}
