import { data, redirect } from 'react-router'
import { z } from 'zod'

import { now } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { ownPath } from '#app/http/own-path.ts'
import { refuse, type Refused, type Result } from '#app/models/result.ts'
import { listOnDuty, type StaffProof } from '#app/models/staff/device.server.ts'
import { authenticateByStaffPasskey } from '#app/models/staff/passkey.server.ts'
import { authenticateStaff } from '#app/models/staff/sign-in.server.ts'
import { deviceName } from '#app/models/staff/staff.ts'
import { instantAt, today } from '#app/models/venue/day.ts'
import { findNextAttempt } from '#app/models/visitor/attempts.server.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { tooMany } from '#desk/http/too-many.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deviceOf, enterDesk, senderOf } from '#desk/middleware/staff.server.ts'
import { LONGEST_PASSWORD, SignInForm } from '#desk/routes/sign-in/sign-in-form.tsx'
import * as styles from '#desk/routes/sign-in/sign-in.css.ts'
import { Door } from '#desk/ui/frame.tsx'
import { LanguageSwitch } from '#desk/ui/language.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { note, soft } from '#desk/ui/words.css.ts'

import type { Route } from './+types/sign-in.ts'

const schema = z.object({
	/** The id of the picked person; undefined for 'other' or none, where the mail address tells the person. */
	who: z.uuid().optional().catch(undefined),
	// The database refuses NUL, which no address has (faults N297).
	email: z
		.string()
		.trim()
		.max(254)
		.refine((typed) => !typed.includes('\0'))
		.catch(''),
	password: z.string().max(LONGEST_PASSWORD).catch(''),
	device: deviceName,
	next: z.string().optional().catch(undefined),
})

/**
 * Reads the people on duty, to be picked at a known device alone: a device that the desk does not know is shown no
 * name.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
	const device = deviceOf(context)
	const isKnown = device?.isKnown ?? false
	const onDuty = isKnown ? await listOnDuty(instantAt(today(now()), '00:00')) : []
	const last = device?.person && !device.person.hasGone ? device.person : null
	const people = onDuty.map(({ id, name, level, since }) => ({ id, name, level, since }))
	if (last && !people.some(({ id }) => id === last.id))
		people.unshift({ id: last.id, name: last.name, level: last.level, since: now().toJSDate() })
	return {
		isAgain: url.searchParams.has('again'),
		next: ownPath(url.searchParams.get('next')),
		device: isKnown ? (device?.name ?? null) : null,
		people: people.map(({ since, ...person }) => ({ ...person, since: since.toISOString() })),
		chosen: last?.id ?? people[0]?.id ?? null,
	}
}

/** Signs a person in by password or by passkey, and redirects to the page `next` or to the person's kept form. */
export async function action({ request, context }: Route.ActionArgs) {
	const posted = Object.fromEntries(await request.formData())
	const typed = schema.parse(posted)
	const proof =
		posted['with'] === 'passkey'
			? await byPasskey(context, posted)
			: await byPassword(context, typed)
	const entered = proof.ok ? await enterDesk(context, request, proof.value, typed.device) : proof
	if (!entered.ok) {
		const { email, who } = typed
		const refused = { refusal: said(context, entered.message), email, who: who ?? null }
		return data(refused, await initOf(entered, context))
	}
	const device = deviceOf(context)
	const isBack = proof.ok && device?.person?.id === proof.value.staffId
	return redirect(isBack && device.hasKept ? '/kept' : ownPath(typed.next), 303)
}

type Context = Route.ActionArgs['context']

function byPassword(context: Context, typed: z.output<typeof schema>): Promise<Result<StaffProof>> {
	const { who, email, password } = typed
	const device = deviceOf(context)
	return authenticateStaff({
		who: device?.isKnown && who ? { staffId: who } : { email },
		password,
		from: senderOf(context),
		isKnownDevice: (staffId) => device?.knows.includes(staffId) ?? false,
	})
}

async function byPasskey(context: Context, posted: unknown): Promise<Result<StaffProof>> {
	const signed = signedChallenge.safeParse(posted)
	if (!signed.success) return refuse('passkeyRefused')
	const asked = { origin: deskOrigin, from: senderOf(context) }
	return authenticateByStaffPasskey(signed.data, asked)
}

async function initOf({ message: { key, values } }: Refused, context: Context) {
	if (key === 'errors.desk.signInClosed') return tooMany(new Date(values?.['next'] ?? 0))
	const from = senderOf(context)
	if (key === 'errors.tooManyAttempts')
		return tooMany(from === null ? null : await findNextAttempt('staffPasskeyFrom', from))
	return { status: key === 'errors.tooManySignIns' ? 503 : 422 }
}

export const headers = headersOfAction

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { isAgain, next, device, people, chosen } = loaderData
	const isKnown = device !== null
	return (
		<Door>
			<PageTitle>{t('signIn.title')}</PageTitle>
			{isAgain && <p className={note.act}>{t('signIn.again')}</p>}
			<div className={styles.even}>
				<SignInForm
					isKnown={isKnown}
					people={people}
					chosen={actionData ? actionData.who : chosen}
					next={next}
					failed={actionData}
				/>
				<Panel heading={isKnown ? t('signIn.thisDevice', { device }) : t('signIn.strange')}>
					<p>{t('signIn.tenMinutes')}</p>
					<p className={soft}>{t('signIn.yourName')}</p>
					<p className={note.plain}>
						<b>{t('signIn.firstTime')}</b> {t('signIn.openLink')}
					</p>
					<LanguageSwitch />
				</Panel>
			</div>
		</Door>
	)
}
