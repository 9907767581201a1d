import type { Cents } from '#app/models/money.ts'

/**
 * The causes for which the money of a rest goes back. notDue: nothing waited for it any more · notAsAgreed: another
 * amount, currency or reference came.
 */
export const restCauses = ['notDue', 'notAsAgreed'] as const
export type RestCause = (typeof restCauses)[number]

/** The causes for which the money of a change goes back. paidTwice: another payment has brought the change about. */
export const changeCauses = [...restCauses, 'paidTwice'] as const
export type ChangeCause = (typeof changeCauses)[number]

/**
 * Returns how a payment of a rest or a change ended that brought nothing about. The rows tell whether money came, and
 * `cause` why it goes back; a job of the build before names none, and the amount has to tell (record 040).
 */
export function endOfUnused<Cause extends ChangeCause>(
	{ amount, paidAmount }: { amount: Cents; paidAmount: Cents | null },
	cause?: Cause,
): Cause | RestCause | 'declined' {
	if (paidAmount === null) return 'declined'
	return cause ?? (paidAmount === amount ? 'notDue' : 'notAsAgreed')
}
