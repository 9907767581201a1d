import { Form } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { AddressField } from '#desk/routes/booking/address-field.tsx'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import { Button } from '#desk/ui/button.tsx'
import { CardRow, CardTable, Cell } from '#desk/ui/card-table.tsx'
import * as panels from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as tables from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

/**
 * The letters to the customer of a booking with their delivery. Staff send one of them again, or correct the address
 * below.
 */
export function Letters({ letters, number }: { letters: BookingView['letters']; number: string }) {
	const { t } = useDeskI18n()
	const { to, rows, email, seen, mayCorrect } = letters
	return (
		<Panel
			heading={t('booking.letters.heading')}
			aside={<span className={words.soft}>{to}</span>}
			flush
		>
			{rows.length === 0 && (
				<p className={panels.inset}>
					<span className={words.soft}>{t('booking.letters.none')}</span>
				</p>
			)}
			{rows.length > 0 && <LetterTable rows={rows} number={number} />}
			{mayCorrect && (
				<details className={panels.fold}>
					<summary>{t('booking.letters.otherAddress')}</summary>
					<Form method="post" action={`/bookings/${number}/email`} className={panels.inset}>
						<AddressField id="other-email" email={email} seen={seen} />
						<Button look="line">{t('booking.letters.correct')}</Button>
					</Form>
				</details>
			)}
		</Panel>
	)
}

const looks = { delivered: 'quiet', waiting: 'warning', refused: 'danger' } as const

type TableProps = { rows: BookingView['letters']['rows']; number: string }

function LetterTable({ rows, number }: TableProps) {
	const { t } = useDeskI18n()
	return (
		<CardTable caption={t('booking.letters.heading')}>
			{rows.map((row) => (
				<CardRow
					key={row.name}
					className={tables.grow}
					head={
						<>
							{row.title}
							<br />
							{row.when && <small>{row.when}</small>}
						</>
					}
				>
					<Cell>
						<span className={words.tag[looks[row.state]]}>{row.stateWord}</span>
					</Cell>
					<Cell className={tables.end}>
						{row.isRepeatable && (
							<Form method="post" action={`/bookings/${number}/letters`}>
								<Button
									look={row.state === 'refused' ? 'line' : 'calm'}
									name="letter"
									value={row.name}
								>
									{t('booking.letters.again')}
									<span className={words.unseen}>
										{t('booking.letters.againOf', { letter: row.title })}
									</span>
								</Button>
							</Form>
						)}
					</Cell>
				</CardRow>
			))}
		</CardTable>
	)
}
