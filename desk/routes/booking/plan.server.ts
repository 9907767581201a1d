import { z } from 'zod'

import { now } from '#app/gateways/clock.server.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { previewRevision, reviseBooking } from '#app/models/booking/revise.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { readShown } from '#app/models/booking/shown-money.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { refusedWords, when, whoIs, type Dossier } from '#desk/routes/booking/dossier.server.ts'

/**
 * The posted fields of a form that changes or moves a booking; `intent` is 'look' unless the button sent 'take', which
 * makes the change.
 */
export const planFields = z.object({
	intent: z.enum(['look', 'take']).catch('look'),
	revision: z.coerce.number().int().catch(0),
	shown: z.string().max(80).catch(''),
	reason: z.string().trim().max(200).catch(''),
	price: z.enum(['agreed', 'today']).optional().catch(undefined),
})
type PlanFields = z.output<typeof planFields>

/** Plans the asked change or move with the rights of this member of staff, and writes nothing. */
export function planOf(dossier: Dossier, asked: Asked): Promise<Result<Plan>> {
	return previewRevision(dossier.history.order, asked, now(), actorOf(dossier.staff))
}

/**
 * Makes the change as the page showed it, for the typed reason; a button that is pressed twice makes it once. Refused,
 * with nothing written, when somebody has changed the booking, its price or the way by which its money goes back
 * meanwhile.
 */
export async function takeChange(
	dossier: Dossier,
	asked: Asked,
	{ revision, shown, reason }: PlanFields,
): Promise<Result<undefined>> {
	const money = readShown(shown)
	if (!money) return refuse('booking.repriced')
	const { id } = dossier.history.order
	const actor = actorOf(dossier.staff)
	const made = await reviseBooking(id, { revision, asked, actor, reason, shown: money }, now())
	return made.ok ? ok() : made
}

/**
 * Returns the sentence of a refused change; where the booking was changed meanwhile, it names who did that and when.
 */
export function refusalOf(dossier: Dossier, refused: Refused): string {
	const { t } = dossier.words
	const { key } = refused.message
	if (key === 'errors.booking.repriced') return t('booking.changeForm.repriced')
	if (key !== 'errors.booking.changed') return refusedWords(dossier, refused)
	const last = dossier.history.events.findLast(({ what }) => / revision \d+$/.test(what))
	if (!last) return refusedWords(dossier, refused)
	return t('booking.changeForm.changed', {
		who: whoIs(dossier, last.who),
		when: when(dossier, last.at),
	})
}
