import { Form } from 'react-router'

import type { ListedDevice } from '#app/models/staff/device.server.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Button } from '#desk/ui/button.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { soft, unseen } from '#desk/ui/words.css.ts'

/** The panel of the devices that were used in the last 8 hours, with the person at each and a button to forget it. */
export function Devices({ devices }: { devices: ListedDevice[] }) {
	const { t, locale } = useDeskI18n()
	return (
		<Panel flush heading={t('staff.devices')}>
			<table role="table" className={`${table.table} ${table.cards} ${table.middle}`}>
				<caption className={unseen}>{t('staff.devices')}</caption>
				<tbody>
					{devices.map(({ key, name, person, signedInAt, seenAt }) => (
						<tr role="row" key={key}>
							<th scope="row" role="rowheader" className={table.grow}>
								{name}
							</th>
							<td role="cell">
								{person && signedInAt ? (
									t('staff.since', { name: person.name, time: formatTime(signedInAt, locale) })
								) : (
									<span className={soft}>{t('staff.nobody')}</span>
								)}
							</td>
							<td role="cell">
								<small>{t('staff.lastTouch', { time: formatTime(seenAt, locale) })}</small>
							</td>
							<td role="cell" className={`${table.number} ${table.end}`}>
								<Form method="post" action="/staff/devices">
									<input type="hidden" name="device" value={key} />
									<Button look="calm">
										{t('staff.forget')}
										<span className={unseen}>: {name}</span>
									</Button>
								</Form>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Panel>
	)
}
