import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { DiffRow } from '#app/models/booking/difference.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { isAhead } from '#app/models/order/policy.ts'
import { payableRest } from '#app/models/payment/rest.ts'
import type { Refusal, Refused } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { headWords } from '#app/routes/booking/change-words.ts'
import type { ChangeContext } from '#app/routes/booking/changing.server.ts'
import type { LateView } from '#app/routes/booking/late-page.tsx'
import { sentence } from '#app/ui/sentence.tsx'

type Context = Readonly<RouterContextProvider>

const byTelephone: Refusal[] = [
	'booking.tooLate',
	'booking.changedByPhone',
	'booking.movedTooOften',
]
const ended: Refusal[] = [
	'booking.cancelled',
	'booking.notPaid',
	'booking.notPaidYet',
	'booking.over',
	'booking.notMoved',
]

/** True for a refusal after which no form helps: the booking has ended, or the telephone is left. */
export function isClosing(refused: Refused): boolean {
	return isOneOf([...byTelephone, ...ended], refused)
}

/**
 * Returns the page shown in the place of a form that is closed, with the one reason for it; for a change also with the
 * rows of what was typed.
 */
export function lateView(
	context: Context,
	{ order, until }: Pick<ChangeContext, 'order' | 'until'>,
	{ of, refused, typed = [] }: { of: 'change' | 'move'; refused: Refused; typed?: DiffRow[] },
): LateView {
	const i18n = i18nOf(context)
	const { t } = i18n
	const titles = { change: t('changing.late.title'), move: t('moving.late.title') }
	return {
		title: isOneOf(byTelephone, refused) ? titles[of] : t('changing.late.closed'),
		reason: reasonWords(context, refused),
		why: refused.until ? t('changing.late.why') : null,
		phone: currentVenue().contact.phone,
		number: t('changing.late.number', { number: order.number }),
		typed: {
			title: t('changing.late.typed'),
			text: t('changing.late.typedText'),
			heads: headWords(i18n),
			rows: typed,
		},
		still: stillLinks(context, { order, until }, of),
	}
}

function isOneOf(refusals: readonly Refusal[], { message }: Refused): boolean {
	return refusals.some((refusal) => message.key === `errors.${refusal}`)
}

/** Says a reason without the telephone number, which stands below it. */
function reasonWords(context: Context, { message, until }: Refused): string {
	const { t, locale } = i18nOf(context)
	if (until) return t('changing.late.until', { moment: untilWords(until, locale, currentTime()) })
	if (message.key === 'errors.booking.changedByPhone') return t('changing.late.byPhone')
	if (message.key === 'errors.booking.movedTooOften') return t('moving.late.often')
	return sentence(t, message)
}

/**
 * Returns links to what can still be done online: the booking itself, moving it, and paying the rest. `from` is the
 * page that is closed, which gets no link.
 */
function stillLinks(
	context: Context,
	{ order, until }: Pick<ChangeContext, 'order' | 'until'>,
	from: 'change' | 'move',
): LateView['still'] {
	const { t, locale } = i18nOf(context)
	const now = currentTime()
	const page = `/booking/${order.publicId}`
	const isBooked = order.state === 'confirmed'
	return {
		title: t('changing.late.still'),
		links: [
			{ to: page, label: t(isBooked ? 'changing.late.stillBooking' : 'changing.toBooking') },
			...(isBooked && from === 'change' && until.move && isAhead(until.move, now)
				? [
						{
							to: `${page}/move`,
							label: t('changing.late.stillMove', { moment: untilWords(until.move, locale, now) }),
						},
					]
				: []),
			...(payableRest(order, now) > 0
				? [{ to: `${page}/rest`, label: t('changing.late.stillRest') }]
				: []),
		],
	}
}
