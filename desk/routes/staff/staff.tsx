import { Outlet } from 'react-router'

import { localeOf } from '#app/middleware/locale.server.ts'
import { isId } from '#app/models/id.ts'
import { listActs } from '#app/models/staff/acts.server.ts'
import { listDevices } from '#app/models/staff/device.server.ts'
import { listStaff } from '#app/models/staff/staff.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOf, staffOnly } from '#desk/middleware/staff.server.ts'
import { readableValues } from '#desk/routes/staff/act-what.ts'
import { Acts } from '#desk/routes/staff/acts.tsx'
import { Devices } from '#desk/routes/staff/devices.tsx'
import { InviteForm } from '#desk/routes/staff/invite-form.tsx'
import { People } from '#desk/routes/staff/people.tsx'
import * as styles from '#desk/routes/staff/staff.css.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { stack } from '#desk/ui/panel.css.ts'
import { Title } from '#desk/ui/panel.tsx'

import type { Route } from './+types/staff.ts'

export const middleware: Route.MiddlewareFunction[] = [staffOnly('owner')]

/** Reads the staff, the devices and the newest acts; `?of=` narrows the acts to one person. */
export async function loader({ url, context }: Route.LoaderArgs) {
	const of = url.searchParams.get('of') ?? ''
	const isPerson = isId(of)
	const [people, devices, acts] = await Promise.all([
		listStaff(),
		listDevices(),
		listActs(isPerson ? of : null),
	])
	const venue = currentVenue()
	const locale = localeOf(context)
	return {
		venue: venue.name,
		me: staffOf(context).id,
		people,
		devices,
		acts: acts.map((act) => ({ ...act, values: readableValues(act.values, venue, locale) })),
		of,
	}
}

export default function StaffPage({
	loaderData: { people, devices, acts, of },
}: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const present = people.filter(({ endedAt }) => endedAt === null)
	const owners = present.filter(({ level }) => level === 'owner')
	return (
		<>
			<PageTitle>{t('staff.title')}</PageTitle>
			<Title
				heading={t('staff.title')}
				about={t('staff.about', { count: present.length, owners: owners.length })}
			/>
			<div className={styles.columns}>
				<div className={stack}>
					<People people={people} />
					<Devices devices={devices} />
					<Acts acts={acts} people={people} of={of} />
				</div>
				<aside className={stack} aria-label={t('staff.edit')}>
					<Outlet />
					<InviteForm />
				</aside>
			</div>
		</>
	)
}
