import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { now } from '#app/gateways/clock.server.ts'
import { findCancelSums, type CancelSums } from '#app/models/booking/cancel-sums.server.ts'
import { cancelBooking } from '#app/models/booking/cancel.server.ts'
import { backToVoucher, type CancellationSums } from '#app/models/booking/cancel.ts'
import { euros, parseEuros, sum, zero, type Cents } from '#app/models/money.ts'
import { giftWords } from '#app/models/order/gift-words.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import { backWords } from '#desk/routes/booking/back-words.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import {
	dossierOf,
	nameOf,
	pathOf,
	refusedWords,
	type Dossier,
} from '#desk/routes/booking/dossier.server.ts'
import { Reason } from '#desk/routes/booking/reason.tsx'
import { link } from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'
import * as forms from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/cancel.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/**
 * Reads the sums from which staff choose when they cancel a booking; or `refusal`, the sentence why it cannot be
 * cancelled.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	const sums = await findCancelSums(dossier.history.order.id)
	if (!sums.ok) return { refusal: refusedWords(dossier, sums), form: null }
	return { refusal: null, form: viewOf(dossier, sums.value) }
}

/** Reloads the sums after every post, also after a refused one. */
export function shouldRevalidate() {
	return true
}

function viewOf(dossier: Dossier, { all, terms, most, gifts }: CancelSums) {
	const { t, locale } = dossier.words
	const { order } = dossier.history
	const money = (amount: Cents) => euros(amount, locale)
	const backs = (judged: CancellationSums) =>
		backWords(dossier, judged.back, backToVoucher(order, judged))
	return {
		choices: [
			...(terms
				? [
						{
							value: 'terms',
							label: t('booking.cancelForm.terms'),
							note: t('booking.cancelForm.andKept', {
								back: backs(terms),
								kept: money(sum([terms.kept, terms.feeOfVoucher])),
							}),
						},
					]
				: []),
			{ value: 'all', label: t('booking.cancelForm.all'), note: backs(all) },
			{
				value: 'own',
				label: t('booking.cancelForm.own'),
				note: t('booking.cancelForm.upTo', { amount: money(most) }),
			},
		],
		backAll: Number(all.back),
		backTerms: terms ? Number(terms.back) : 0,
		feeTerms: terms ? Number(terms.fee) : 0,
		till:
			order.paidOnSite > 0
				? t('booking.cancelForm.till', { amount: money(order.paidOnSite) })
				: null,
		gifts: giftWords(gifts, locale),
		afterwards: t('booking.cancelForm.afterwards', {
			name: `${order.person.firstName} ${order.person.lastName}`,
		}),
		submit: t('booking.cancelForm.submit', { name: nameOf(dossier) }),
		move: order.day === null ? null : pathOf(dossier, 'move'),
	}
}

const schema = z.object({
	keep: z.enum(['all', 'terms', 'own']).catch('terms'),
	own: z.string().max(20).catch(''),
	reason: z.string().trim().max(200).catch(''),
	backAll: z.coerce.number().int().catch(-1),
	backTerms: z.coerce.number().int().catch(-1),
	feeTerms: z.coerce.number().int().catch(-1),
})

/**
 * Cancels the booking, and keeps the chosen amount of what was paid. Refused when another amount would go back or be
 * kept by now than the page showed.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { t } = dossier.words
	const typed = schema.parse(await typedIn(request))
	const sums = await findCancelSums(dossier.history.order.id)
	if (!sums.ok) return data({ typed, ...complaint(refusedWords(dossier, sums)) }, 422)
	const { all, terms } = sums.value
	const own = parseEuros(typed.own)
	const fee = { all: zero, terms: terms?.fee ?? null, own }[typed.keep]
	const isUnchosen = typed.keep !== 'own' && typed.own.trim() !== ''
	const badAmount = fee === null ? t('booking.cancelForm.badAmount') : null
	const wrong = complaintsAt({
		own: isUnchosen ? t('booking.cancelForm.notChosen') : badAmount,
		reason: typed.reason === '' ? t('booking.cancelForm.reasonMissing') : null,
	})
	if (fee === null || wrong.problems.length > 0) return data({ typed, ...wrong }, 422)
	const shown = {
		all: typed.backAll === all.back ? { shownBack: all.back } : null,
		terms: shownTerms(terms, typed),
		own: {},
	}[typed.keep]
	if (shown === null) return data({ typed, ...complaint(t('booking.cancelForm.changed')) }, 422)
	const by = {
		actor: actorOf(dossier.staff),
		reason: typed.reason,
		...shown,
	}
	const done = await cancelBooking(dossier.history.order.number, fee, now(), by)
	if (!done.ok) return data({ typed, ...complaint(refusedWords(dossier, done)) }, 422)
	return redirect(`${pathOf(dossier)}?done=cancel`, 303)
}

/** Returns the sums of the policy that the page showed; null when the policy gives others by now (faults N390). */
function shownTerms(terms: CancelSums['terms'], typed: z.output<typeof schema>) {
	const isAsShown = terms && typed.backTerms === terms.back && typed.feeTerms === terms.fee
	return isAsShown ? { shownBack: terms.back, shownFee: terms.fee } : null
}

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { form, refusal } = loaderData
	return (
		<Panel heading={t('booking.cancelForm.heading')} id="form">
			<Problems of={actionData?.problems ?? []} />
			{form === null ? (
				<p>{refusal}</p>
			) : (
				<CancelForm form={form} typed={actionData?.typed} at={actionData?.at ?? {}} />
			)}
		</Panel>
	)
}

type FormProps = {
	form: ReturnType<typeof viewOf>
	typed: z.output<typeof schema> | undefined
	at: Complaints['at']
}

function CancelForm({ form, typed, at }: FormProps) {
	const { t } = useDeskI18n()
	return (
		<Form method="post" className={styles.form}>
			<input type="hidden" name="backAll" value={form.backAll} />
			<input type="hidden" name="backTerms" value={form.backTerms} />
			<input type="hidden" name="feeTerms" value={form.feeTerms} />
			<fieldset>
				<legend>{t('booking.cancelForm.what')}</legend>
				<div className={forms.picks}>
					{form.choices.map(({ value, label, note }, index) => (
						<label key={value} className={forms.pick}>
							<input
								type="radio"
								name="keep"
								value={value}
								defaultChecked={typed ? typed.keep === value : index === 0}
							/>
							<span>
								{label}
								<small>{note}</small>
							</span>
						</label>
					))}
				</div>
			</fieldset>
			<TextField
				name="own"
				label={t('booking.cancelForm.keep')}
				hint={t('booking.cancelForm.own')}
				value={typed?.own}
				error={at['own']}
				inputMode="decimal"
			/>
			<Reason
				label={t('booking.cancelForm.reason')}
				hint={t('booking.cancelForm.reasonHint')}
				value={typed?.reason}
				error={at['reason']}
			/>
			<p className={words.note.act}>{form.afterwards}</p>
			{form.gifts.map((gift) => (
				<p key={gift} className={words.note.act}>
					{gift}
				</p>
			))}
			{form.till && <p className={words.note.act}>{form.till}</p>}
			<Button look="stop">{form.submit}</Button>
			{form.move && (
				<Link to={form.move} className={link}>
					{t('booking.cancelForm.rather')}
				</Link>
			)}
		</Form>
	)
}
