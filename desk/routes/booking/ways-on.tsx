import { Link } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { WayTo, Ways } from '#desk/routes/booking/ways-on.server.ts'
import * as buttons from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'

/**
 * The offers where a change finds no room: buttons for other times, other days and fewer guests, which keep what was
 * typed, and a link to the rooms of the day.
 */
export function WaysOn({ ways: { times, days, fewer, rooms } }: { ways: Ways }) {
	const { t } = useDeskI18n()
	return (
		<>
			<Chips heading={t('booking.changeForm.otherTimes')} of={times} />
			<Chips heading={t('booking.changeForm.otherDays')} of={days} />
			{times.length + days.length === 0 && <p>{t('booking.changeForm.noOtherTimes')}</p>}
			<div className={buttons.row}>
				{fewer && (
					<Button look="calm" name="fewest" value={fewer.value}>
						{fewer.label}
					</Button>
				)}
				<Link to={rooms} className={buttons.link}>
					{t('booking.changeForm.seeRooms')}
				</Link>
			</div>
		</>
	)
}

function Chips({ heading, of }: { heading: string; of: readonly WayTo[] }) {
	if (of.length === 0) return null
	return (
		<fieldset>
			<legend>{heading}</legend>
			<div className={buttons.chips}>
				{of.map(({ at, label, room }) => (
					<button key={at} name="at" value={at} className={buttons.chip}>
						{label}
						{room && <small>{room}</small>}
					</button>
				))}
			</div>
		</fieldset>
	)
}
