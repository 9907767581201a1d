import { data, redirect } from 'react-router'
import { z } from 'zod'

import { type FormResult, parseForm, refused } from '#app/forms/form.ts'
import { PageTitle } from '#app/forms/page-title.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { visitorOf } from '#app/middleware/visit.server.ts'
import { receiveWithdrawal } from '#app/models/order/withdrawal.server.ts'
import { withdrawal, type Withdrawal } from '#app/models/order/withdrawal.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { ConfirmWithdrawal, DeclareWithdrawal } from '#app/routes/withdrawal/withdrawal-forms.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/withdrawal.ts'

const schema = withdrawal.extend({
	/** The button that was pressed: `declare` shows the declaration once more, `change` goes back, `confirm` sends it. */
	intent: z.enum(['declare', 'change', 'confirm']),
	id: z.uuid().optional(),
})

type Answer = { result: FormResult; toConfirm: (Withdrawal & { id: string }) | null }

export function loader({ url, context }: Route.LoaderArgs) {
	const { name, contact } = currentVenue()
	return {
		isReceived: url.searchParams.has('received'),
		name,
		email: contact.email,
		texts: pageTexts(localeOf(context), 'withdrawal'),
	}
}

export const headers = headersOfAction

/**
 * Takes a declaration to withdraw from a contract in two steps, as § 356a BGB requires; stores nothing before the
 * second.
 */
export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(answer(submission.reply()), 422)

	const { intent, id = crypto.randomUUID(), ...declared } = submission.value
	switch (intent) {
		case 'declare':
			return data(answer(submission.reply(), { ...declared, id }))
		case 'change':
			return data(answer(submission.reply()))
		case 'confirm': {
			const sender = { id, locale: localeOf(context), ...visitorOf(context) }
			const received = await receiveWithdrawal(declared, sender, now())
			if (received.ok) return redirect('/withdrawal?received', 303)
			return data(answer(submission.reply(refused(received))), {
				status: 429,
				headers: { 'Retry-After': '900' },
			})
		}
	}
}

export default function WithdrawalPage({ loaderData, actionData }: Route.ComponentProps) {
	const { isReceived, name, email } = loaderData
	const { t } = useI18n()
	const toConfirm = actionData?.toConfirm
	return (
		<div className={pages.narrow}>
			<PageTitle>{`${t('withdrawal.title')} · ${name}`}</PageTitle>
			<meta name="description" content={t('withdrawal.description')} />
			<h1>{t('withdrawal.title')}</h1>
			{isReceived && !actionData && (
				<Alert kind="success" autoFocus title={t('withdrawal.received')}>
					<p>
						<KeptTogether text={t('withdrawal.receivedHint', { email })} />
					</p>
				</Alert>
			)}
			{toConfirm ? (
				<ConfirmWithdrawal declared={toConfirm} />
			) : (
				!(isReceived && !actionData) && <DeclareWithdrawal result={actionData?.result} />
			)}
		</div>
	)
}

function answer(result: FormResult, toConfirm: Answer['toConfirm'] = null): Answer {
	return { result, toConfirm }
}
