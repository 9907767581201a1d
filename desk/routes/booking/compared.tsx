import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { ComparedView } from '#desk/routes/booking/compared.server.ts'
import { Reason } from '#desk/routes/booking/reason.tsx'
import * as buttons from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import * as facts from '#desk/ui/facts.css.ts'
import * as tables from '#desk/ui/table.css.ts'
import * as words from '#desk/ui/words.css.ts'

type ComparedProps = {
	view: ComparedView | null
	/** The words of the button that makes the change. */
	take: string
	reason: string | undefined
	/** The sentence why the typed reason was refused. */
	error: string | undefined
}

/** The id of the HTML table of a booking before and after a change. */
export const COMPARED = 'compared'

/**
 * The part of a form that shows a booking before and after a change, then the field of the reason and the button that
 * makes the change.
 */
export function Compared({ view, take, reason, error }: ComparedProps) {
	const { t } = useDeskI18n()
	if (!view) return <p className={words.soft}>{t('booking.changeForm.nothingYet')}</p>
	return (
		<>
			<input type="hidden" name="revision" value={view.revision} />
			<input type="hidden" name="shown" value={view.shown} />
			<table id={COMPARED} className={tables.table}>
				<caption>{t('booking.changeForm.compare')}</caption>
				<thead>
					<tr>
						<th scope="col">
							<span className={words.unseen}>{t('booking.lines.what')}</span>
						</th>
						<th scope="col">{t('booking.changeForm.before')}</th>
						<th scope="col">{t('booking.changeForm.after')}</th>
					</tr>
				</thead>
				<tbody>
					{view.rows.map(({ term, key = term, was, now }) => (
						<tr key={key} className={was === now ? facts.unchanged : undefined}>
							<th scope="row">{term}</th>
							<td>{was}</td>
							<td className={was === now ? undefined : facts.changed}>{now}</td>
						</tr>
					))}
					<tr>
						<th scope="row">{t('booking.changeForm.papers')}</th>
						<td colSpan={2}>{view.papers}</td>
					</tr>
				</tbody>
			</table>
			{view.prices.length > 0 && <Prices of={view.prices} />}
			{view.facts.map((fact) => (
				<p key={fact} className={words.note.act}>
					{fact}
				</p>
			))}
			<p className={words.note.plain}>
				<b>{t('booking.changeForm.readAloud')}</b> {view.readOut}
			</p>
			<Reason
				label={t('booking.changeForm.reason')}
				hint={t('booking.changeForm.reasonHint')}
				value={reason}
				error={error}
			/>
			<Button full name="intent" value="take">
				{take}
			</Button>
		</>
	)
}

/**
 * The buttons of the agreed price and of today's price of the new day, each with its total. A pressed button shows the
 * change at its price.
 */
function Prices({ of }: { of: ComparedView['prices'] }) {
	const { t } = useDeskI18n()
	const chosen = of.find(({ isChosen }) => isChosen)
	return (
		<fieldset>
			<legend>{t('booking.changeForm.otherPrice')}</legend>
			{chosen && <input type="hidden" name="price" value={chosen.value} />}
			<div className={buttons.chips}>
				{of.map(({ value, total, isChosen }) => (
					<button
						key={value}
						name="price"
						value={value}
						aria-pressed={isChosen}
						className={buttons.chip}
					>
						{t(`booking.changeForm.prices.${value}`)}
						<small>{total}</small>
					</button>
				))}
			</div>
		</fieldset>
	)
}
