import { data, Form, redirect } from 'react-router'
import { z } from 'zod'

import { now } from '#app/gateways/clock.server.ts'
import { onSiteMethods } from '#app/models/invoice/invoice.ts'
import { notePayBack } from '#app/models/invoice/on-site.server.ts'
import { notesInForce } from '#app/models/invoice/on-site.ts'
import { euros, parseEuros, typedEuros } from '#app/models/money.ts'
import { tooMuchAtTill } from '#app/models/order/remainder.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOnly } from '#desk/middleware/staff.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import {
	dossierOf,
	nameOf,
	pathOf,
	refusedWords,
	type Dossier,
} from '#desk/routes/booking/dossier.server.ts'
import { isReceipt } from '#desk/routes/booking/receipt.ts'
import { Button } from '#desk/ui/button.tsx'
import { complaint, complaintsAt } from '#desk/ui/complaints.ts'
import * as forms from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { TextField } from '#desk/ui/text-field.tsx'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/pay-back.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('shift')]

/** Reads the amount of a booking by which the till has too much, for the form that notes what the till gave back. */
export async function loader({ params, context }: Route.LoaderArgs) {
	return viewOf(await dossierOf(context, params.number))
}

/**
 * Returns what the form shows. Its ways are those by which the money came: what a voucher paid goes back to a voucher
 * alone.
 */
function viewOf(dossier: Dossier) {
	const { t, locale } = dossier.words
	const { order, till } = dossier.history
	const tooMuch = tooMuchAtTill(order)
	const taken = notesInForce(till).filter(({ kind }) => kind === 'payment')
	const came = new Set(taken.map(({ method }) => method))
	const ways = onSiteMethods.filter((method) =>
		method === 'voucher' ? came.has(method) : came.has('cash') || came.has('card'),
	)
	return {
		name: nameOf(dossier),
		lead:
			tooMuch > 0
				? t('booking.payBackForm.lead', { amount: euros(tooMuch, locale) })
				: t('booking.payBackForm.nothing'),
		isDue: tooMuch > 0,
		amount: typedEuros(tooMuch, locale),
		ways: ways.map((value) => ({ value, label: t(`booking.till.ways.${value}`) })),
		way: taken.at(-1)?.method ?? 'cash',
	}
}

const schema = z.object({
	amount: z.string().max(20).catch(''),
	way: z.enum(onSiteMethods).catch('cash'),
	code: z.string().trim().max(40).catch(''),
	receipt: z.string().trim().max(60).catch(''),
})

/** Notes money that the till gave back, with the number of the till's receipt, so that it is noted once. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const dossier = await dossierOf(context, params.number)
	const { t } = dossier.words
	const typed = schema.parse(await typedIn(request))
	const amount = parseEuros(typed.amount)
	const isAmount = amount !== null && amount > 0
	const lacksCode = typed.way === 'voucher' && typed.code === ''
	const wrong = complaintsAt({
		amount: isAmount ? null : t('booking.restForm.badAmount'),
		code: lacksCode ? t('booking.restForm.noCode') : null,
		receipt: isReceipt(typed.receipt) ? null : t('booking.restForm.noReceipt'),
	})
	if (!isAmount || wrong.problems.length > 0) return data({ typed, ...wrong }, 422)
	const { way: method, receipt } = typed
	const back = { amount, method, receipt, ...(method === 'voucher' && { code: typed.code }) }
	const by = { actor: actorOf(dossier.staff) }
	const done = await notePayBack(dossier.history.order.number, back, now(), by)
	if (!done.ok) return data({ typed, ...complaint(refusedWords(dossier, done)) }, 422)
	return redirect(`${pathOf(dossier)}?done=payBack`, 303)
}

export default function PayBack({ loaderData: view, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { typed, at } = actionData ?? {}
	const hasVoucher = view.ways.some(({ value }) => value === 'voucher')
	return (
		<Panel
			heading={t('booking.payBackForm.heading')}
			aside={<span className={words.soft}>{view.name}</span>}
			id="form"
		>
			<Problems of={actionData?.problems ?? []} />
			<p className={words.note.plain}>{view.lead}</p>
			{view.isDue && (
				<Form method="post" className={styles.form}>
					<Ways ways={view.ways} chosen={typed?.way ?? view.way} />
					<div className={forms.fields}>
						<TextField
							name="amount"
							label={t('booking.payBackForm.amount')}
							value={typed?.amount ?? view.amount}
							error={at?.['amount']}
							inputMode="decimal"
						/>
						<TextField
							name="receipt"
							label={t('booking.restForm.receipt')}
							value={typed?.receipt}
							error={at?.['receipt']}
							max={40}
						/>
						{hasVoucher && (
							<TextField
								name="code"
								label={t('booking.restForm.code')}
								value={typed?.code}
								error={at?.['code']}
								max={40}
							/>
						)}
					</div>
					<Button full>{t('booking.payBackForm.submit', { name: view.name })}</Button>
				</Form>
			)}
		</Panel>
	)
}

type WaysProps = { ways: { value: string; label: string }[]; chosen: string }

function Ways({ ways, chosen }: WaysProps) {
	const { t } = useDeskI18n()
	return (
		<fieldset>
			<legend>{t('booking.payBackForm.way')}</legend>
			<div className={forms.picks}>
				{ways.map(({ value, label }) => (
					<label key={value} className={forms.pick}>
						<input type="radio" name="way" value={value} defaultChecked={value === chosen} />
						<span>{label}</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}
