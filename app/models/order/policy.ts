import type { Locale } from '#app/i18n/i18n.ts'

/**
 * A last moment: `days` before the day of the visit, at `time` of the venue's clock ('HH:MM'), or at the time at which
 * the visit itself begins. Hours are not subtracted, so a change of the clock does not move it.
 */
type PolicyDeadline = { days: number; time: string }

/** What is kept of a cancelled booking: a percentage, 0 to 100, of its deposit or of its total. */
type KeptShare = { percent: number; of: 'deposit' | 'total' }

/** The rules for one thing sold; a part that is left out is done by telephone only. */
type Policy = {
	change: { guests?: PolicyDeadline; extras?: PolicyDeadline; texts?: PolicyDeadline }
	/** Until when, and how often, a visit is moved. */
	move?: PolicyDeadline & { times: number }
	/** Tiers in the order of their deadlines; after the last one `late` is kept. */
	cancel: { until: PolicyDeadline; keep: KeptShare }[]
	late: KeptShare
	/** 'billed': who does not come is paid for; 'free': the headcount of the day counts. */
	noShow: 'billed' | 'free'
}

/** The policy of a booking as accepted: by the position of each line without a parent, with the sentences as shown. */
export type OrderedPolicy = {
	version: 1
	lines: { position: number; policy: Policy }[]
	sentences: string[]
	locale: Locale
}
