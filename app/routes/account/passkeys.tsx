import { data, Form, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { CurrentPassword, refusedPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { formProps, parseForm, refused, useForm, type FormResult } from '#app/forms/form.ts'
import { ErrorSummary } from '#app/forms/messages.tsx'
import { PasskeyMaker, usePasskeySupport } from '#app/forms/passkeys.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { headersOfAction } from '#app/http/action-headers.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf, stillSignedIn } from '#app/middleware/account.server.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { confirmPassword } from '#app/models/visitor/account.server.ts'
import { typedPassword } from '#app/models/visitor/account.ts'
import {
	addPasskey,
	beginPasskey,
	findBegunPasskey,
	listPasskeys,
	removePasskey,
} from '#app/models/visitor/passkey.server.ts'
import { passkeyName, signedChallenge } from '#app/models/visitor/passkey.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { Passkeys } from '#app/routes/account/passkey-list.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/passkeys.ts'

const begin = z.object({
	intent: z.literal('begin'),
	name: passkeyName,
	currentPassword: typedPassword,
})
const schema = z.discriminatedUnion('intent', [
	begin,
	signedChallenge.extend({ intent: z.literal('add') }),
	z.object({ intent: z.literal('remove'), passkey: z.string().max(2000) }),
])

const page = '/account/access-data/passkeys'

export async function loader({ context, url }: Route.LoaderArgs) {
	const account = accountOf(context)
	const begun = z.uuid().safeParse(url.searchParams.get('begun'))
	return {
		username: account.username,
		passkeys: await listPasskeys(account.id),
		begun: begun.success ? await findBegunPasskey(account, begun.data, currentVenue().name) : null,
	}
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') {
		const isTyped = submission.payload['intent'] === 'begin'
		return data(submission.reply(isTyped ? {} : refused(refuse('passkeyRefused'))), 422)
	}

	const change = submission.value
	const next = stillSignedIn(await make(change, context), page)
	if (!next.ok) return data(submission.reply(refusedPassword(next)), refusalInit(next))
	return redirect(next.value, 303)
}

/**
 * Begins, adds or removes a passkey and returns the path of the next page. The page after 'begin' opens the device's
 * dialog, and its script posts the new passkey as 'add'.
 */
async function make(
	change: z.output<typeof schema>,
	context: Readonly<RouterContextProvider>,
): Promise<Result<string>> {
	const { id } = accountOf(context)
	switch (change.intent) {
		case 'begin': {
			const proof = await confirmPassword(id, change.currentPassword)
			if (!proof.ok) return proof
			const begun = await beginPasskey(proof.value, change.name)
			return begun.ok ? ok(`${page}?begun=${begun.value}`) : begun
		}
		case 'add': {
			const added = await addPasskey(id, change)
			if (!added.ok) return added
			visitorSession(context).flash('notice', { key: 'account.passkeys.added', kind: 'success' })
			return ok(page)
		}
		case 'remove': {
			await removePasskey(id, change.passkey)
			visitorSession(context).flash('notice', { key: 'account.passkeys.removed', kind: 'success' })
			return ok(page)
		}
	}
}

export default function PasskeysPage({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { username, passkeys, begun } = loaderData
	return (
		<AccountPage title={t('account.passkeys.title')}>
			<p className={pages.lead}>{t('account.passkeys.lead')}</p>
			{passkeys.length > 0 && <Passkeys passkeys={passkeys} />}
			<Panel title={t('account.passkeys.add')}>
				{begun ? (
					<div className={layout.fields}>
						<p>{t('account.passkeys.begun', { name: begun.name })}</p>
						<PasskeyMaker challenge={begun.challenge} options={begun.options} />
						<LinkButton to={page} variant="quiet" wide>
							{t('account.passkeys.leave')}
						</LinkButton>
					</div>
				) : (
					<BeginForm username={username} result={actionData} />
				)}
			</Panel>
		</AccountPage>
	)
}

function BeginForm({ username, result }: { username: string; result: FormResult | undefined }) {
	const { t } = useI18n()
	const isSupported = usePasskeySupport()
	const [form, fields] = useForm<typeof begin>({ id: 'passkey', lastResult: result })
	const labels = {
		name: t('account.passkeys.name'),
		currentPassword: t('auth.currentPassword'),
	}
	return (
		<div className={layout.fields}>
			<ErrorSummary form={form} labels={labels} />
			{isSupported ? (
				<Form method="post" action={page} className={layout.fields} {...formProps(form)}>
					<TextField
						field={fields.name}
						label={labels.name}
						hint={t('account.passkeys.nameHint')}
						maxLength={60}
					/>
					<CurrentPassword username={username} field={fields.currentPassword} />
					<Button name="intent" value="begin" wide>
						{t('account.passkeys.next')}
					</Button>
				</Form>
			) : (
				<p>{t('account.passkeys.unsupported')}</p>
			)}
		</div>
	)
}
