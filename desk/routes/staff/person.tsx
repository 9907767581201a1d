import { data, Form, redirect } from 'react-router'

import { isId } from '#app/models/id.ts'
import { refuse, type Result } from '#app/models/result.ts'
import {
	changeLevel,
	endAccess,
	mailNewLink,
	signOutEverywhere,
} from '#app/models/staff/change.server.ts'
import { listStaffPasskeys, removeStaffPasskey } from '#app/models/staff/passkey.server.ts'
import { findPerson } from '#app/models/staff/staff.server.ts'
import { isAtLeast, newStaff, type By, type Staff } from '#app/models/staff/staff.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { said } from '#desk/i18n/said.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { byOf, freshlySignedIn, staffOnly } from '#desk/middleware/staff.server.ts'
import { LevelChoice } from '#desk/routes/staff/invite-form.tsx'
import * as styles from '#desk/routes/staff/staff.css.ts'
import { row } from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { Problems } from '#desk/ui/problems.tsx'
import { small, soft, tag } from '#desk/ui/words.css.ts'

import type { Route } from './+types/person.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('owner')]

/** Reads one member of staff with the passkeys. A person who has gone can be looked at and not changed. */
export async function loader({ params }: Route.LoaderArgs) {
	const person = await personOf(params.staffId)
	return { person, passkeys: await listStaffPasskeys(person.id) }
}

async function personOf(id: string) {
	const person = isId(id) ? await findPerson(id) : null
	if (!person) throw data(null, 404)
	return person
}

type Posted = { staffId: string; by: By; form: FormData }

const verbs: Record<string, (posted: Posted) => Promise<Result<undefined>>> = {
	link: ({ staffId, by }) => mailNewLink(staffId, { ...by, origin: deskOrigin }),
	leave: ({ staffId, by }) => signOutEverywhere(staffId, by),
	end: ({ staffId, by }) => endAccess(staffId, by),
	level: async ({ staffId, by, form }) => {
		const level = newStaff.shape.level.safeParse(form.get('level'))
		return level.success ? changeLevel(staffId, level.data, by) : refuse('desk.personTyped')
	},
	remove: ({ staffId, by, form }) => removeStaffPasskey(staffId, String(form.get('passkey')), by),
}

/** True for a form that gives a person more access than before: a new link, or a higher level. */
function givesAccess({ level: before }: Pick<Staff, 'level'>, form: FormData): boolean {
	if (form.get('do') === 'link') return true
	const level = newStaff.shape.level.safeParse(form.get('level'))
	return form.get('do') === 'level' && level.success && !isAtLeast({ level: before }, level.data)
}

/**
 * Does with this person what the pressed button says: mails a new link, changes the level, removes a passkey, signs out
 * everywhere, or ends the access.
 */
export async function action({ request, url, params, context }: Route.ActionArgs) {
	const person = await personOf(params.staffId)
	const { id: staffId } = person
	const form = await request.formData()
	if (givesAccess(person, form))
		await freshlySignedIn(context, { form, url, next: `/staff/${staffId}` })
	const name = String(form.get('do'))
	const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
	if (!verb) throw data(null, 400)
	const done = await verb({ staffId, by: byOf(context), form })
	if (done.ok) return redirect(`/staff/${staffId}?done=${name}`, 303)
	return data({ problems: [said(context, done.message)] }, { status: 422 })
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
	const { t, locale } = useDeskI18n()
	const { person, passkeys } = loaderData
	const { name, level, endedAt } = person
	return (
		<Panel
			heading={name}
			id="person"
			aside={<span className={tag.quiet}>{t(`level.${level}`)}</span>}
		>
			{actionData && <Problems of={actionData.problems} />}
			{endedAt ? (
				<p>{t('staff.ended', { day: formatDay(endedAt, locale, 'ofYear') })}</p>
			) : (
				<>
					<Passkeys passkeys={passkeys} />
					<Form method="post" className={row}>
						<Button look="calm" name="do" value="leave">
							{t('staff.leave')}
						</Button>
						<Button look="calm" name="do" value="link">
							{t('staff.newLink')}
						</Button>
					</Form>
					<Form method="post" className={styles.form}>
						<LevelChoice key={level} chosen={level} />
						<Button look="line" name="do" value="level">
							{t('staff.setLevel', { name })}
						</Button>
					</Form>
					<Form method="post" className={styles.form}>
						<p className={`${small} ${soft}`}>{t('staff.endText', { name })}</p>
						<Button look="stop" name="do" value="end">
							{t('staff.end', { name })}
						</Button>
					</Form>
				</>
			)}
			<p className={`${small} ${soft}`}>{t('staff.stays', { name })}</p>
		</Panel>
	)
}

function Passkeys({ passkeys }: Pick<Route.ComponentProps['loaderData'], 'passkeys'>) {
	const { t, locale } = useDeskI18n()
	return (
		<ul role="list" className={styles.list}>
			{passkeys.map(({ id, name, createdAt }) => (
				<li key={id}>
					<Form method="post" className={row}>
						<input type="hidden" name="passkey" value={id} />
						<span>{t('staff.passkey', { name, day: formatDay(createdAt, locale, 'ofYear') })}</span>
						<Button look="calm" name="do" value="remove">
							{t('staff.remove')}
						</Button>
					</Form>
				</li>
			))}
		</ul>
	)
}
