import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { refusedPassword } from '#app/forms/current-password.tsx'
import * as layout from '#app/forms/fields.css.ts'
import { parseForm } from '#app/forms/form.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf, signOutEverywhere, stillSignedIn } from '#app/middleware/account.server.ts'
import { sessionIdOf, visitorSession } from '#app/middleware/session.server.ts'
import type { Result } from '#app/models/result.ts'
import { changePassword, confirmPassword } from '#app/models/visitor/account.server.ts'
import { listPasskeys } from '#app/models/visitor/passkey.server.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'
import { endOwnSession, listSessions } from '#app/models/visitor/session.server.ts'
import type { Notice } from '#app/models/visitor/session.ts'
import { findNewUsername, requestUsername } from '#app/models/visitor/username.server.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { passwordChange, usernameChange } from '#app/routes/account/access-changes.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { PasswordForm } from '#app/routes/account/password-form.tsx'
import { Sessions } from '#app/routes/account/sessions.tsx'
import { UsernameForm } from '#app/routes/account/username-form.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/access-data.ts'

const schema = z.discriminatedUnion('intent', [
	usernameChange,
	passwordChange,
	z.object({ intent: z.literal('endSession'), session: z.uuid() }),
	z.object({ intent: z.literal('endSessions') }),
])

export async function loader({ context }: Route.LoaderArgs) {
	const { id, username } = accountOf(context)
	return {
		username,
		wanted: await findNewUsername(id),
		passkeys: await listPasskeys(id),
		sessions: await listSessions(id, sessionIdOf(context) ?? ''),
	}
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	const intent = submission.payload['intent']
	if (submission.status !== 'success') return data({ intent, result: submission.reply() }, 422)

	const account = accountOf(context)
	const change = submission.value
	if (change.intent === 'endSession') {
		await endOwnSession(account.id, change.session)
		return redirect('/account/access-data', 303)
	}
	if (change.intent === 'endSessions') {
		await signOutEverywhere(context)
		visitorSession(context).flash('notice', { key: 'account.signedOutEverywhere', kind: 'success' })
		return redirect('/', 303)
	}
	const proof = await confirmPassword(account.id, change.currentPassword)
	const changed = stillSignedIn(
		proof.ok ? await changeAccess(proof.value, change, context) : proof,
		'/account/access-data',
	)
	if (!changed.ok) {
		const result = submission.reply(refusedPassword(changed))
		return data({ intent, result }, refusalInit(changed))
	}
	return redirect('/account/access-data', 303)
}

type Change = z.output<typeof usernameChange> | z.output<typeof passwordChange>

/**
 * Sends a letter that confirms another username, or sets another password and ends the account's other sessions.
 * `proof` says that the current password was right.
 */
async function changeAccess(
	proof: Proof,
	change: Change,
	context: Readonly<RouterContextProvider>,
): Promise<Result<undefined>> {
	const { flash } = visitorSession(context)
	if (change.intent === 'username') {
		const requested = await requestUsername(proof, accountOf(context), change.newUsername)
		if (requested.ok) flash('notice', { key: 'account.accessData.usernameSent', kind: 'success' })
		return requested
	}
	const passkeys = change.passkeys.filter((id) => id !== undefined)
	const stay = { sessionId: sessionIdOf(context), passkeys }
	const changed = await changePassword(proof, change.newPassword, stay)
	if (changed.ok) flash('notice', passwordSaved)
	return changed
}

/**
 * The notice after a new password. Its second sentence, on the devices that were signed out, stays until it is closed,
 * because the sign-outs cannot be seen on this device.
 */
const passwordSaved: Notice = {
	key: 'account.saved',
	kind: 'success',
	also: { key: 'account.accessData.othersSignedOut', kind: 'success', duration: null },
}

export default function AccessData({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { username, wanted, passkeys, sessions } = loaderData
	const resultOf = (intent: Change['intent']) =>
		actionData?.intent === intent ? actionData.result : undefined
	return (
		<AccountPage title={t('account.accessData.title')}>
			<UsernameForm username={username} wanted={wanted} result={resultOf('username')} />
			<PasswordForm username={username} passkeys={passkeys} result={resultOf('password')} />
			<Panel title={t('account.passkeys.title')}>
				<LinkButton to="/account/access-data/passkeys" variant="ghost" wide>
					{t('account.passkeys.manage')}
				</LinkButton>
			</Panel>
			<Sessions sessions={sessions} />
			<OwnData />
		</AccountPage>
	)
}

/**
 * The panel for the customer's rights under Art. 15, 17 and 20 GDPR, with links to a copy of all data and to deletion.
 */
function OwnData() {
	const { t } = useI18n()
	return (
		<Panel title={t('account.ownData.title')}>
			<div className={layout.fields}>
				<p>{t('account.ownData.text')}</p>
				<LinkButton
					to="/account/access-data/data.json"
					reloadDocument
					download="raumzeit.json"
					variant="ghost"
					wide
				>
					{t('account.ownData.download')}
				</LinkButton>
				<LinkButton to="/account/access-data/delete" variant="quiet" wide>
					{t('account.deletion.title')}
				</LinkButton>
			</div>
		</Panel>
	)
}
