import { useRef } from 'react'
import { data, Form, redirect } from 'react-router'

import { refuse, type Result } from '#app/models/result.ts'
import { findBegunFor } from '#app/models/staff/challenge.server.ts'
import type { StaffProof } from '#app/models/staff/device.server.ts'
import {
	findLink,
	joinByLink,
	type FirstOwner,
	type NewWayIn,
} from '#app/models/staff/link.server.ts'
import { writeStaffPasskey } from '#app/models/staff/passkey.server.ts'
import { forgetStaffGuesses } from '#app/models/staff/sign-in.server.ts'
import { deviceName, newStaff } from '#app/models/staff/staff.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { passwordPair, passwordsAgree } from '#app/models/visitor/account.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { deviceNameOf } from '#desk/http/device-name.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { deviceOf, enterDesk, senderOf } from '#desk/middleware/staff.server.ts'
import { PasskeyMaker } from '#desk/routes/sign-in/passkey-button.tsx'
import { PasswordFields } from '#desk/routes/sign-in/password-fields.tsx'
import { refusedWayIn } from '#desk/routes/sign-in/refused-way-in.ts'
import * as styles from '#desk/routes/sign-in/sign-in.css.ts'
import { Button } from '#desk/ui/button.tsx'
import type { Complaints } from '#desk/ui/complaints.ts'
import * as form from '#desk/ui/form.css.ts'
import { Door } from '#desk/ui/frame.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { EmailField, NameField } from '#desk/ui/person-fields.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { note, small, soft } from '#desk/ui/words.css.ts'

import type { Route } from './+types/welcome.ts'

const person = newStaff.omit({ level: true })

/**
 * Reads the person whom a link invites; a sentence with status 404 for an invalid link. Reading does not use the link
 * up, so that a mail program may look first.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
	const link = await findLink(params.token)
	if (!link) {
		const gone = said(context, refuse('desk.linkInvalid').message)
		return data({ gone, link: null }, 404)
	}
	return data({ gone: null, link: { ...link, invitedBy: link.invitedBy ?? currentVenue().name } })
}

/** Uses the link up: sets the password or the passkey of its person, and signs the person in. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const posted = Object.fromEntries(await request.formData())
	const typed = { name: textOf(posted['name']), email: textOf(posted['email']) }
	const named = deviceName.parse(posted['device'] ?? '')
	// The name of the device in the list of acts: a tablet that has a name keeps it (faults N346).
	const device = named || deviceOf(context)?.name || deviceNameOf(request.headers.get('User-Agent'))
	const joined = await join(params.token, posted, { context, device })
	const entered = joined.ok ? await enterDesk(context, request, joined.value, named) : joined
	if (!entered.ok) {
		const refused = refusedWayIn(entered, said(context, entered.message))
		return data({ ...typed, ...refused }, { status: 422 })
	}
	if (joined.ok) await forgetStaffGuesses(joined.value.staffId, senderOf(context))
	return redirect('/', 303)
}

type Context = Route.ActionArgs['context']

async function join(
	token: string,
	posted: Record<string, FormDataEntryValue>,
	{ context, device }: { context: Context; device: string },
): Promise<Result<StaffProof>> {
	const signed = posted['with'] === 'passkey' ? signedChallenge.safeParse(posted) : null
	const pair = passwordPair.refine(passwordsAgree).safeParse(posted)
	if (signed ? !signed.success : !pair.success)
		return refuse(signed ? 'passkeyRefused' : 'desk.passwordTyped')
	const first = await firstOwnerOf(token, posted, { context, signed: signed?.data ?? null })
	if (!first.ok) return first
	const name = device
	const wayIn: NewWayIn = signed?.data
		? {
				addPasskey: (tx, id) =>
					writeStaffPasskey(tx, id, signed.data, { origin: deskOrigin, name }),
			}
		: { password: pair.data?.newPassword ?? '' }
	return joinByLink(token, wayIn, { device, first: first.value })
}

/**
 * Reads the first owner, who types name and address; null for any other link, whose person is known. The id is the one
 * for which the passkey was begun, or a new one with a password.
 */
async function firstOwnerOf(
	token: string,
	posted: unknown,
	{ context, signed }: { context: Context; signed: { challenge: string } | null },
): Promise<Result<FirstOwner | null>> {
	const link = await findLink(token)
	if (!link) return refuse('desk.linkInvalid')
	if (link.person) return { ok: true, value: null }
	const typed = person.safeParse(posted)
	if (!typed.success) return refuse('desk.personTyped')
	const id = signed ? await findBegunFor(signed.challenge) : crypto.randomUUID()
	if (id === null) return refuse('passkeyRefused')
	return { ok: true, value: { ...typed.data, id, locale: deskWordsOf(context).locale } }
}

function textOf(value: FormDataEntryValue | undefined): string {
	return typeof value === 'string' ? value.slice(0, 254) : ''
}

export default function Welcome({ loaderData, actionData, params }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { gone, link } = loaderData
	return (
		<Door>
			<PageTitle>{t('welcome.title')}</PageTitle>
			{link ? (
				<Join token={params.token} link={link} failed={actionData} />
			) : (
				<Panel heading={t('welcome.goneHeading')}>
					<p className={note.no}>{actionData?.problems ?? gone}</p>
				</Panel>
			)}
		</Door>
	)
}

type JoinProps = {
	token: string
	link: NonNullable<Route.ComponentProps['loaderData']['link']>
	failed: ({ name: string; email: string } & Complaints) | undefined
}

function Join({ token, link, failed }: JoinProps) {
	const { t } = useDeskI18n()
	const place = useRef<HTMLFormElement>(null)
	const { person: invited } = link
	const values = () => {
		const fields = place.current ? [...new FormData(place.current)] : []
		const plain = fields.filter(([name]) => ['name', 'email', 'device'].includes(name))
		return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]))
	}
	return (
		<Form ref={place} method="post" action={`/welcome/${token}`} className={styles.form}>
			<Heading link={link} />
			{failed && <Problems of={failed.problems} />}
			{!invited && (
				<div className={form.wideFields}>
					<NameField
						label={t('welcome.name')}
						value={failed?.name}
						autoComplete="name"
						error={failed?.at['name']}
					/>
					<EmailField
						value={failed?.email}
						autoComplete="username"
						required
						error={failed?.at['email']}
					/>
				</div>
			)}
			<PasskeyMaker
				offer={`/welcome/${token}/passkey`}
				action={`/welcome/${token}`}
				values={values}
				label={t('welcome.passkey')}
			/>
			<details open={failed !== undefined} className={styles.fold}>
				<summary>{t('welcome.rather')}</summary>
				<div className={styles.inside}>
					<PasswordFields error={failed?.at['newPassword']} />
					<Button look="line" name="with" value="password">
						{t('welcome.setPassword')}
					</Button>
				</div>
			</details>
			{invited && (
				<p className={`${small} ${soft}`}>{t('welcome.address', { email: invited.email })}</p>
			)}
		</Form>
	)
}

/** The heading of an invitation's page, and what its person may do at the desk. */
function Heading({ link: { person: invited, invitedBy } }: Pick<JoinProps, 'link'>) {
	const { t } = useDeskI18n()
	if (!invited)
		return (
			<>
				<h1>{t('welcome.firstHeading')}</h1>
				<p>{t('welcome.first')}</p>
			</>
		)
	return (
		<>
			<h1>{t('welcome.heading', { name: invited.name })}</h1>
			<p>
				{t(invited.isNew ? 'welcome.invited' : 'welcome.again', {
					by: invitedBy ?? '',
					level: t(`level.${invited.level}`),
				})}{' '}
				{t(`welcome.may.${invited.level}`)}
			</p>
		</>
	)
}
