import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { firstName } from '#app/models/day-sheet/party-name.ts'
import { readDay } from '#app/models/day-sheet/read.server.ts'
import type { PartyRow, RoomTime } from '#app/models/day-sheet/rows.ts'
import { formatDay, formatEndTime, formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { PaperTools } from '#desk/routes/day/paper-tools.tsx'
import * as paper from '#desk/routes/day/paper.css.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { unseen } from '#desk/ui/words.css.ts'

import type { Route } from './+types/door-signs.ts'

type Sign = Pick<PartyRow, 'id' | 'type' | 'age'> & { shown: string; room: RoomTime }

/**
 * Reads the parties with a room for the signs on its door: a first name with age and occasion, or the name of a company
 * or a team, and nothing else of the booking.
 */
export async function loader({ params }: Route.LoaderArgs) {
	const at = now()
	const { day, rows } = await readDay(dayOf(params, at), null, at)
	const signs = rows.parties.flatMap((party): Sign[] => {
		const { id, type, age, called, rooms } = party
		const [room] = rooms
		if (!room || type === null) return []
		const isPerson = type === 'birthday' || type === 'bride'
		return [{ id, type, age, room, shown: isPerson ? firstName(party) : called }]
	})
	return { day, signs }
}

export default function DoorSigns({ loaderData: { day, signs } }: Route.ComponentProps) {
	const { t, locale } = useDeskI18n()
	return (
		<>
			<PageTitle>{t('signs.name', { day: formatDay(day, locale, 'full') })}</PageTitle>
			<PaperTools day={day} about={t('signs.about')} />
			<div className={paper.paper}>
				<h1 className={unseen}>{t('signs.heading')}</h1>
				{signs.length === 0 && <p>{t('signs.nothing')}</p>}
				{signs.map((sign) => (
					<DoorSign key={sign.id} {...sign} />
				))}
			</div>
		</>
	)
}

function DoorSign({ shown, type, age, room }: Sign) {
	const { t, locale } = useDeskI18n()
	const [from, until] = [formatTime(room.from, locale), formatEndTime(room.until, locale)]
	return (
		<section className={paper.sign}>
			<p className={paper.signRoom}>{inLocale(room.name, locale)}</p>
			<h2>{wordsOf({ shown, type, age }, t)}</h2>
			<p className={paper.signTime}>{t('signs.at', { from, until })}</p>
		</section>
	)
}

function wordsOf(
	{ shown: name, type, age }: Pick<Sign, 'shown' | 'type' | 'age'>,
	t: ReturnType<typeof useDeskI18n>['t'],
): string {
	if (type === 'birthday')
		return age === null ? t('signs.birthday', { name }) : t('signs.turns', { name, age })
	return type === 'bride' ? t('signs.bride', { name }) : name
}
