import { z } from 'zod'

import { time } from '#app/models/venue/slot.ts'

/*
 * The shape of the rules for changing, moving and cancelling a booking, as `venue/venue.yaml` has them for the venue
 * and `venue/catalogue.yaml` for single products.
 */

/** A clock time 'HH:MM', or 'start': the time at which the visit itself begins. */
const clock = z.stringFormat(
	'deadlineTime',
	(text) => text === 'start' || time.safeParse(text).success,
)

/**
 * A deadline: `days` before the day of the visit, at a time of the venue's clock or of the visit itself. Hours are not
 * subtracted, so a change of the clock does not move it.
 */
const deadline = z.strictObject({ days: z.int().nonnegative().max(365), time: clock })

/** The part of a booking that is kept when it is cancelled: a percentage of its deposit or of its total. */
const kept = z.strictObject({
	percent: z.int().min(0).max(100),
	of: z.enum(['deposit', 'total']),
})

const rules = {
	/** The deadlines for changes; a part that is left out is changed by telephone only. */
	change: z.strictObject({
		guests: deadline.optional(),
		extras: deadline.optional(),
		texts: deadline.optional(),
	}),
	/** The deadline and the number of moves. 'kept': a moved visit costs what it cost; 'newDay': the new day's price. */
	move: z.strictObject({
		...deadline.shape,
		times: z.int().min(1).max(99),
		price: z.enum(['newDay', 'kept']).default('newDay'),
	}),
	/** The tiers for cancelling, the earliest deadline first; after the last one `late` is kept. */
	cancel: z.array(z.strictObject({ until: deadline, keep: kept })),
	late: kept,
	/** 'billed': guests who do not come are paid for; 'free': those who came are counted on the day. */
	noShow: z.enum(['billed', 'free']),
}

export const policy = z.strictObject({
	...rules,
	change: rules.change.default({}),
	move: rules.move.optional(),
	noShow: rules.noShow.default('billed'),
})

/** The schema of the rules of a product that differ from the venue's. `move: null`: moved by telephone only. */
export const ownPolicy = z.strictObject({ ...rules, move: rules.move.nullable() }).partial()

export type Policy = z.infer<typeof policy>
export type PolicyDeadline = z.infer<typeof deadline>
export type KeptShare = z.infer<typeof kept>

/** Returns the policy of a product: each part that the product sets replaces that of the venue. */
export function policyWith(policy: Policy, own: z.infer<typeof ownPolicy> | undefined): Policy {
	if (!own) return policy
	return {
		change: own.change ?? policy.change,
		move: own.move === undefined ? policy.move : (own.move ?? undefined),
		cancel: own.cancel ?? policy.cancel,
		late: own.late ?? policy.late,
		noShow: own.noShow ?? policy.noShow,
	}
}

/** Compares two deadlines of one visit, the earlier first; the start of the visit is taken for the end of its day. */
export function compareDeadlines(one: PolicyDeadline, other: PolicyDeadline): number {
	return other.days - one.days || (one.time < other.time ? -1 : Number(one.time > other.time))
}
