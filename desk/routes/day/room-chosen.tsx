import { useState } from 'react'
import { Form } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { chosenIn } from '#desk/routes/day/rooms-chosen.server.ts'
import { chip, chips, row } from '#desk/ui/button.css.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { Panel } from '#desk/ui/panel.tsx'
import { small, soft } from '#desk/ui/words.css.ts'

type Chosen = NonNullable<ReturnType<typeof chosenIn>>

type TimeProps = {
	day: string
	mayChange: boolean
	chosen: Chosen
	/** The id of the new cart with which a call begins. */
	newCart: string
}

/**
 * The panel of the free time of a room that was chosen: until when it is free, the products that fit there, and the
 * buttons that begin a call or a block.
 */
export function ChosenTime({ day, mayChange, chosen, newCart }: TimeProps) {
	const { t } = useDeskI18n()
	const { room, name, at, until, seats, cleaning, kind } = chosen
	const query = new URLSearchParams({ room, from: at, until }).toString()
	const begin = new URLSearchParams({ day, time: at, room, kind }).toString()
	return (
		<Panel
			id="free"
			heading={t('rooms.chosen', { name, at })}
			aside={<span className={soft}>{t('rooms.freeUntil', { until, seats, cleaning })}</span>}
		>
			{mayChange ? (
				<>
					<Fits day={day} chosen={chosen} newCart={newCart} />
					<div className={row}>
						<LinkButton to={`/new?${begin}`}>{t('rooms.begin')}</LinkButton>
						<LinkButton look="calm" to={`/day/${day}/block?${query}`}>
							{t('rooms.block')}
						</LinkButton>
					</div>
				</>
			) : (
				<p>{t('rooms.shiftBooks')}</p>
			)}
		</Panel>
	)
}

/**
 * The products that fit a free time of a room, as buttons: each holds its product and opens the page of a call. A
 * button that is pressed twice begins one call (faults N402).
 */
function Fits({ day, chosen: { room, at, fits }, newCart }: Omit<TimeProps, 'mayChange'>) {
	const { t } = useDeskI18n()
	// Keeps the first id: the page is live, and loading it anew between two presses would name another.
	const [cart] = useState(newCart)
	if (fits.length === 0) return <p className={soft}>{t('rooms.nothingFits')}</p>
	return (
		<>
			<p>{t('rooms.fits')}</p>
			<ul role="list" className={chips}>
				{fits.map((fit) => {
					const { take, kind, duration, name, time, guests, length, isByPhone } = fit
					const query = new URLSearchParams({ day, time: at, room, kind })
					if (guests) query.set('guests', String(guests.least))
					if (duration !== null) query.set('duration', String(duration))
					const about = guests ? t('rooms.fitGuests', guests) : length
					return (
						<li key={`${take} ${length}`}>
							<Form method="post" action={`/new?${query.toString()}`}>
								<input type="hidden" name="newCart" value={cart} />
								<button name="take" value={take} className={chip}>
									{t('rooms.fit', { name, time })}
									{isByPhone && '*'}
									<small>{about}</small>
								</button>
							</Form>
						</li>
					)
				})}
			</ul>
			{fits.some(({ isByPhone }) => isByPhone) && (
				<p className={`${soft} ${small}`}>{t('phone.byPhoneOnly')}</p>
			)}
		</>
	)
}
