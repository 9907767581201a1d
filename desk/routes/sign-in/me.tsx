import { data, Form, redirect } from 'react-router'

import { refuse, type Result } from '#app/models/result.ts'
import { signOutEverywhere } from '#app/models/staff/change.server.ts'
import { setOwnPassword } from '#app/models/staff/own.server.ts'
import {
	addStaffPasskey,
	listStaffPasskeys,
	removeStaffPasskey,
} from '#app/models/staff/passkey.server.ts'
import { deviceName } from '#app/models/staff/staff.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { passwordPair, passwordsAgree } from '#app/models/visitor/account.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { byOf, deviceOf, leaveDesk, staffOf } from '#desk/middleware/staff.server.ts'
import { PasskeyMaker } from '#desk/routes/sign-in/passkey-button.tsx'
import { PasswordFields } from '#desk/routes/sign-in/password-fields.tsx'
import { refusedWayIn } from '#desk/routes/sign-in/refused-way-in.ts'
import * as styles from '#desk/routes/sign-in/sign-in.css.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel, Title } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import * as table from '#desk/ui/table.css.ts'
import { note, soft } from '#desk/ui/words.css.ts'

import type { Route } from './+types/me.ts'

/**
 * Reads the passkeys of the person who asks. `isFresh` is true for five minutes after a sign-in: only then they can be
 * changed, because a tablet may lie open.
 */
export async function loader({ context }: Route.LoaderArgs) {
	const passkeys = await listStaffPasskeys(staffOf(context).id)
	const device = deviceOf(context)
	return {
		isFresh: device?.isFresh ?? false,
		device: device?.name ?? '',
		passkeys: passkeys.map(({ id, name, createdAt }) => ({
			id,
			name,
			day: createdAt.toISOString(),
		})),
	}
}

/** Adds or removes a passkey of the person who asks, sets a password, or signs out everywhere. */
export async function action({ request, context }: Route.ActionArgs) {
	const posted = Object.fromEntries(await request.formData())
	if (posted['do'] === 'leave') {
		await signOutEverywhere(staffOf(context).id, byOf(context))
		await leaveDesk(context)
		return redirect('/sign-in', 303)
	}
	const changed = deviceOf(context)?.isFresh
		? await change(context, posted)
		: refuse('desk.signInAgain')
	if (changed.ok) return redirect('/me', 303)
	return data(refusedWayIn(changed, said(context, changed.message)), { status: 422 })
}

async function change(
	context: Route.ActionArgs['context'],
	posted: Record<string, FormDataEntryValue>,
): Promise<Result<undefined>> {
	const by = byOf(context)
	const { id } = staffOf(context)
	const here = deviceOf(context)?.id ?? null
	if (posted['with'] === 'passkey') {
		const signed = signedChallenge.safeParse(posted)
		if (!signed.success) return refuse('passkeyRefused')
		const name = deviceName.parse(by.device ?? '')
		return addStaffPasskey(by, signed.data, { origin: deskOrigin, name })
	}
	if (posted['do'] === 'remove') return removeStaffPasskey(id, String(posted['passkey']), by, here)
	const pair = passwordPair.refine(passwordsAgree).safeParse(posted)
	if (!pair.success) return refuse('desk.passwordTyped')
	return setOwnPassword(by, pair.data.newPassword, here)
}

export default function Me({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { isFresh, passkeys } = loaderData
	return (
		<>
			<PageTitle>{t('me.title')}</PageTitle>
			<Title heading={t('me.title')} />
			{actionData && <Problems of={actionData.problems} />}
			{!isFresh && (
				<p className={note.act}>
					{t('me.again')}{' '}
					<LinkButton to="/sign-in?next=%2Fme" look="line">
						{t('me.signIn')}
					</LinkButton>
				</p>
			)}
			<Panel heading={t('me.passkeys')}>
				<Passkeys passkeys={passkeys} isFresh={isFresh} />
			</Panel>
			{isFresh && (
				<Panel heading={t('me.password')}>
					<Form method="post" className={styles.inside}>
						<PasswordFields error={actionData?.at['newPassword']} />
						<Button look="line" name="do" value="password">
							{t('welcome.setPassword')}
						</Button>
					</Form>
				</Panel>
			)}
			<Panel heading={t('me.devices')}>
				<p>{t('me.devicesText')}</p>
				<Form method="post">
					<Button look="calm" name="do" value="leave">
						{t('me.leave')}
					</Button>
				</Form>
			</Panel>
		</>
	)
}

function Passkeys({
	passkeys,
	isFresh,
}: Pick<Route.ComponentProps['loaderData'], 'passkeys' | 'isFresh'>) {
	const { t, locale } = useDeskI18n()
	return (
		<>
			{passkeys.length === 0 && <p className={soft}>{t('me.noPasskeys')}</p>}
			<table className={`${table.table} ${table.middle}`}>
				<tbody>
					{passkeys.map(({ id, name, day }) => (
						<tr key={id}>
							<th scope="row">{name}</th>
							<td>{formatDay(new Date(day), locale, 'ofYear')}</td>
							<td className={table.number}>
								{isFresh && (
									<Form method="post">
										<input type="hidden" name="passkey" value={id} />
										<Button look="stop" name="do" value="remove">
											{t('me.remove', { name })}
										</Button>
									</Form>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
			{isFresh && (
				<PasskeyMaker
					offer="/me/passkey"
					action="/me"
					values={() => ({})}
					label={t('welcome.passkey')}
				/>
			)}
		</>
	)
}
