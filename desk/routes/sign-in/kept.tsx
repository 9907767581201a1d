import { redirect } from 'react-router'

import { dropKept, findKept } from '#app/models/staff/kept.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { deviceOf, staffOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { keptPage } from '#desk/routes/sign-in/kept-page.ts'
import { row } from '#desk/ui/button.css.ts'
import { Button, LinkButton } from '#desk/ui/button.tsx'
import { Door } from '#desk/ui/frame.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { note } from '#desk/ui/words.css.ts'

import type { Route } from './+types/kept.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('counter')]

/**
 * Reads the kept form that this person sent after ten minutes away: its page, its fields, and when it was sent (faults
 * N343). Redirects to today's page without one.
 */
export async function loader({ context }: Route.LoaderArgs) {
	const device = deviceOf(context)
	const kept = device && (await findKept(device.id, staffOf(context).id))
	if (!kept) throw redirect('/')
	const { locale, t } = deskWordsOf(context)
	const { names, booking } = keptPage(kept.path, (day) => formatDay(day, locale))
	return {
		path: kept.path,
		fields: kept.fields,
		names: names.length > 0 ? names.map(({ key, values }) => t(key, values)) : [kept.path],
		booking,
		time: formatTime(kept.at, locale),
	}
}

/** Drops the kept form of this device. */
export async function action({ context }: Route.ActionArgs) {
	const device = deviceOf(context)
	if (device) await dropKept(device.id)
	return redirect('/', 303)
}

/**
 * The page that sends a kept form again as it was filled in, or drops it. The route that takes the form judges it anew.
 */
export default function Kept({ loaderData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { path, fields, names, booking, time } = loaderData
	return (
		<Door>
			<PageTitle>{t('signIn.keptTitle')}</PageTitle>
			<Panel heading={t('signIn.keptTitle')}>
				<p className={note.plain}>
					<b>{names.join(' · ')}</b>
				</p>
				<p>{t('signIn.keptText', { time })}</p>
				<div className={row}>
					<form method="post" action={path}>
						{fields.map(([name, value]) => (
							<input key={`${name}=${value}`} type="hidden" name={name} value={value} />
						))}
						<Button>{t('signIn.keptSend')}</Button>
					</form>
					<form method="post" action="/kept">
						<Button look="calm">{t('signIn.keptDrop')}</Button>
					</form>
					{booking !== null && (
						<LinkButton to={`/bookings/${booking}`} look="calm">
							{t('booking.acts.back')}
						</LinkButton>
					)}
				</div>
			</Panel>
		</Door>
	)
}
