import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { euros, minus, parseEuros, sum } from '#app/models/money.ts'
import { orderRefund } from '#app/models/payment/refund.server.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { dossierOf, nameOf, pathOf, refusedWords } from '#desk/routes/booking/dossier.server.ts'
import { Reason } from '#desk/routes/booking/reason.tsx'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/refund.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('owner')]

/**
 * Reads the most that can be refunded of a booking's payments, and the number of its refunds, for the form of a refund.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	const { payments, refunds } = dossier.history
	const paid = sum(payments.filter(({ state }) => state === 'paid').map(({ amount }) => amount))
	const back = sum(refunds.filter(({ failedAt }) => failedAt === null).map(({ amount }) => amount))
	return {
		name: nameOf(dossier),
		most: euros(minus(paid, back), dossier.words.locale),
		seen: refunds.length,
	}
}

/** Reloads the amounts after every post, also after a refused one. */
export function shouldRevalidate() {
	return true
}

const schema = z.object({
	amount: z.string().max(20).catch(''),
	reason: z.string().trim().max(200).catch(''),
	/** The number of the booking's refunds when the page was read. */
	seen: z.coerce.number().int().catch(-1),
})

/**
 * Orders a refund; the same amount twice within an hour goes back once. Refused when another refund was ordered since the
 * page was read (faults N358).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { t } = dossier.words
	const typed = schema.parse(await typedIn(request))
	const amount = parseEuros(typed.amount)
	const wrong = complaintsAt({
		amount: amount === null || amount === 0 ? t('booking.refundForm.badAmount') : null,
		reason: typed.reason === '' ? t('booking.refundForm.reasonMissing') : null,
	})
	if (amount === null || wrong.problems.length > 0) return data({ typed, ...wrong }, 422)
	const by = { actor: actorOf(dossier.staff), reason: typed.reason, seenRefunds: typed.seen }
	const done = await orderRefund(dossier.history.order.number, amount, by)
	if (!done.ok) return data({ typed, ...complaint(refusedWords(dossier, done)) }, 422)
	return redirect(`${pathOf(dossier)}?done=refund`, 303)
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { name, most, seen } = loaderData
	const { typed, at } = actionData ?? {}
	return (
		<Panel heading={t('booking.refundForm.heading')} id="form">
			<Problems of={actionData?.problems ?? []} />
			<Form method="post" className={styles.form}>
				<input type="hidden" name="seen" value={seen} />
				<p className={words.soft}>{t('booking.refundForm.lead')}</p>
				<TextField
					name="amount"
					label={t('booking.refundForm.amount')}
					hint={t('booking.refundForm.upTo', { amount: most })}
					value={typed?.amount}
					error={at?.['amount']}
					inputMode="decimal"
				/>
				<Reason
					label={t('booking.refundForm.reason')}
					hint={t('booking.refundForm.reasonHint')}
					value={typed?.reason}
					error={at?.['reason']}
				/>
				<Button>{t('booking.refundForm.submit', { name })}</Button>
			</Form>
		</Panel>
	)
}
