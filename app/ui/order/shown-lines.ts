import type { TFunction } from 'i18next'

import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { formatDuration, formatTimeRange } from '#app/models/venue/date-format.ts'
import type { LineView } from '#app/ui/order/cart-view.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { ShownLine } from '#app/ui/order/order-lines.tsx'

/** The lines of a cart for `<OrderLines>`, in the order they come in. */
export function shownCartLines(
	lines: readonly LineView[],
	locale: Locale,
	t: TFunction,
): ShownLine[] {
	return lines.map((line, index) => {
		const parent = lines.find(({ id }) => id === line.parentId)
		return {
			position: index + 1,
			title: inLocale(line.name, locale),
			detail: words(
				parent && t('cart.belongsTo', { product: inLocale(parent.name, locale) }),
				line.perGuest && t('cart.guestCount', { count: line.quantity }),
				whenAndWhere(line, locale),
			),
			unitPrice: line.unitPrice,
			quantity: line.quantity,
			included: line.included,
			amount: line.amount,
			dueLabel: line.amount > 0 ? t(`cart.due.${line.due}`) : null,
		}
	})
}

/** The same of an order. */
export function shownOrderLines(
	lines: readonly OrderLine[],
	locale: Locale,
	t: TFunction,
): ShownLine[] {
	return lines.map((line) => {
		const parent = lines.find(({ position }) => position === line.parentPosition)
		return {
			position: line.position,
			title: inLocale(line.title, locale),
			detail: words(
				parent && t('cart.belongsTo', { product: inLocale(parent.title, locale) }),
				whenAndWhere({ ...line, room: line.detail }, locale),
			),
			unitPrice: line.unitPrice,
			quantity: line.quantity,
			included: line.included,
			amount: line.amount,
		}
	})
}

type Placed = {
	startsAt: Date | string | null
	endsAt: Date | string | null
	room: LocalText | null
}

/** '14:00–16:00 Uhr (2 Std.), Partyraum Mars'; empty for what has neither time nor room. */
export function whenAndWhere({ startsAt, endsAt, room }: Placed, locale: Locale): string {
	return words(
		startsAt && endsAt && timeWords(new Date(startsAt), new Date(endsAt), locale),
		room && inLocale(room, locale),
	)
}

function timeWords(startsAt: Date, endsAt: Date, locale: Locale) {
	const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
	return `${formatTimeRange(startsAt, endsAt, locale)} (${durationWords(minutes, locale)})`
}

/** '2 Std. 30 Min.' */
function durationWords(minutes: number, locale: Locale) {
	const rest = minutes % 60
	const parts = [minutes - rest, rest].filter((part) => part > 0)
	return parts.map((part) => formatDuration(part, locale)).join(' ')
}

function words(...parts: (string | false | null | undefined)[]) {
	return parts.filter(Boolean).join(', ')
}
