import { z } from 'zod'

import { time } from '#app/models/venue/slot.ts'

/*
 * The shape of the rules for changing, moving and cancelling a booking, as `venue/venue.yaml` has them for the venue
 * and `venue/catalogue.yaml` for single products.
 */

/** A clock time, or the time at which the visit itself begins. */
const clock = z.union([z.literal('start'), time])

/**
 * A last moment: `days` before the day of the visit, at a time of the venue's clock or of the visit itself. Hours are
 * not subtracted, so a change of the clock does not move it.
 */
const deadline = z.strictObject({ days: z.int().nonnegative().max(365), time: clock })

/** The part of a booking that is kept when it is cancelled: a percentage of its deposit or of its total. */
const kept = z.strictObject({
	percent: z.int().min(0).max(100),
	of: z.enum(['deposit', 'total']),
})

const rules = {
	/** Last moments for changes; a part that is left out is changed by telephone only. */
	change: z.strictObject({
		guests: deadline.optional(),
		extras: deadline.optional(),
		texts: deadline.optional(),
	}),
	/** Until when, and how often, a visit is moved. 'kept': it costs what it cost; 'newDay': the price of the new day. */
	move: z.strictObject({
		...deadline.shape,
		times: z.int().min(1).max(99),
		price: z.enum(['newDay', 'kept']).default('newDay'),
	}),
	/** Tiers, the earliest deadline first; after the last one `late` is kept. */
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

/** The rules of a product that differ from the venue's; each part replaces that of the venue. */
export const ownPolicy = z.strictObject(rules).partial()

export type Policy = z.infer<typeof policy>
export type PolicyDeadline = z.infer<typeof deadline>
export type KeptShare = z.infer<typeof kept>
