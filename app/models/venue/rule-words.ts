import type { Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import type { KeptShare, Policy, PolicyDeadline } from '#app/models/venue/policy.ts'
import type { FeeVat } from '#app/models/venue/venue.ts'

/** A policy as the venue's files have it, with products whose own rules differ. */
export type WrittenPolicy = {
	policy: Policy | undefined
	own: { name: string; policy: Policy }[]
	feeVat: FeeVat
	phone: string
}

/**
 * Writes the sentences on changing, moving and cancelling for the venue's pages, with deadlines without dates: '2 Tage
 * vor dem Besuch um 18 Uhr'.
 */
export function ruleWords(written: WrittenPolicy, locale: Locale): Record<RulePart, string> {
	return {
		change: partWords('change', written, locale),
		move: partWords('move', written, locale),
		cancel: partWords('cancel', written, locale),
	}
}

type RulePart = 'change' | 'move' | 'cancel'

function partWords(part: RulePart, written: WrittenPolicy, locale: Locale): string {
	const { policy, own, feeVat, phone } = written
	const { t } = wordsOf(locale)
	if (!policy) return t('policy.telephone', { phone })
	const rulesIn = (it: Policy) => rulesOf[part](it, { phone, locale }).join(' ')
	const rules = rulesIn(policy)
	const others = [...new Set(own.map((it) => rulesIn(it.policy)))].filter((it) => it !== rules)
	const exceptions = others.map((other) => {
		const names = own.filter((it) => rulesIn(it.policy) === other).map(({ name }) => name)
		return t('policy.own', { names: names.join(', '), rules: other })
	})
	const policies = [policy, ...own.map((it) => it.policy)]
	const hasFee = part === 'cancel' && policies.some(keepsAnything)
	return [rules, ...exceptions, ...(hasFee ? [t(`cancelFee.${feeVat}`)] : [])].join(' ')
}

type Speaking = { phone: string; locale: Locale }

const rulesOf: Record<RulePart, (policy: Policy, speaking: Speaking) => string[]> = {
	change({ change }, { phone, locale }) {
		const { t } = wordsOf(locale)
		const [guests, extras, texts] = [change.guests, change.extras, change.texts].map((deadline) =>
			deadline ? deadlineWords(deadline, locale) : null,
		)
		const isAll = guests && extras && texts
		const isNone = !guests && !extras && !texts
		return [
			...changeWords({ guests, extras, texts }, locale),
			...(isAll ? [] : [t(`policy.change.${isNone ? 'telephoneOnly' : 'telephone'}`, { phone })]),
		]
	},
	move({ move }, { phone, locale }) {
		return move
			? [moveWords(move, deadlineWords(move, locale), locale)]
			: [wordsOf(locale).t('policy.move.telephone', { phone })]
	},
	cancel({ cancel, late, noShow }, { locale }) {
		const { t } = wordsOf(locale)
		const tiers = cancel.map(({ until, keep }) => ({
			until: deadlineWords(until, locale),
			share: shareWords(keep, locale),
			isFree: keep.percent === 0,
		}))
		const last = { share: shareWords(late, locale), isFree: late.percent === 0 }
		return [...tierWords(tiers, last, locale), t(`policy.noShow.${noShow}`)]
	},
}

type Tier = { until: string; share: string; isFree: boolean }

/**
 * Writes the sentences on the tiers for cancelling: until when which share is kept or nothing is, and what is kept
 * after the last tier (`last`).
 */
export function tierWords(
	tiers: readonly Tier[],
	last: Omit<Tier, 'until'>,
	locale: Locale,
): string[] {
	const { t } = wordsOf(locale)
	if (last.isFree) return [t('policy.cancel.free', { until: t('policy.until.atStart') })]
	const all = tiers.map(({ until, share, isFree }) =>
		isFree ? t('policy.cancel.free', { until }) : t('policy.cancel.keep', { until, share }),
	)
	const { share } = last
	return [...all, t(`policy.cancel.${tiers.length > 0 ? 'later' : 'any'}`, { share })]
}

/** The deadline of a part in words; null or undefined leaves out its sentence. */
type Said = string | null | undefined

export function changeWords(
	{ guests, extras, texts }: { guests: Said; extras: Said; texts: Said },
	locale: Locale,
): string[] {
	const { t } = wordsOf(locale)
	const parts =
		guests && guests === extras
			? [t('policy.change.guestsAndExtras', { until: guests })]
			: [
					...(guests ? [t('policy.change.guests', { until: guests })] : []),
					...(extras ? [t('policy.change.extras', { until: extras })] : []),
				]
	return [...parts, ...(texts ? [t('policy.change.texts', { until: texts })] : [])]
}

export type Moving = { times: number; price: 'newDay' | 'kept' }

export function moveWords({ times, price }: Moving, until: string, locale: Locale): string {
	const { t } = wordsOf(locale)
	const often = times === 2 ? t('policy.twice') : t('policy.times', { count: times })
	return t(`policy.move.${price}`, { until, times: often })
}

/** Writes a deadline without a date, as it follows 'bis': '2 Tage vor dem Besuch um 18 Uhr'. */
function deadlineWords({ days: count, time }: PolicyDeadline, locale: Locale): string {
	const { t } = wordsOf(locale)
	if (time === 'start')
		return count === 0 ? t('policy.until.atStart') : t('policy.until.start', { count })
	const clock = clockWords(formatTime(time, locale), locale)
	return count === 0
		? t('policy.until.clockOfDay', { time: clock })
		: t('policy.until.clock', { count, time: clock })
}

/** Writes a time as it is said: '18 Uhr' and '14:30 Uhr' in German, '18:00' in English. */
export function clockWords(time: string, locale: Locale): string {
	const isFull = locale === 'de-DE' && time.endsWith(':00')
	return wordsOf(locale).t('policy.time', {
		time: isFull ? String(Number(time.slice(0, 2))) : time,
	})
}

function shareWords({ percent, of }: KeptShare, locale: Locale): string {
	const { t } = wordsOf(locale)
	if (percent === 100) return t(`policy.share.${of}`)
	return of === 'total'
		? t('policy.share.ofTotal', { percent })
		: t('policy.share.ofDeposit', { percent })
}

function keepsAnything({ cancel, late }: Policy): boolean {
	return [late, ...cancel.map(({ keep }) => keep)].some(({ percent }) => percent > 0)
}
