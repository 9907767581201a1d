import { inLocale } from '#app/i18n/i18n.ts'
import type { Figures as DayFigureValues } from '#app/models/day-sheet/figures.ts'
import { euros } from '#app/models/money.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Figures, type Figure } from '#desk/ui/figures.tsx'

/**
 * The six key figures of a day: guests, guests in the house, parties, the rest to collect, payments under way, free
 * places.
 */
export function DayFigures({ figures, isToday }: { figures: DayFigureValues; isToday: boolean }) {
	const { t, locale } = useDeskI18n()
	const { guests, inHouse, parties, rest, open, free } = figures
	const all: (Figure | null)[] = [
		{
			name: t('today.figures.guests'),
			value: guests.all,
			about: t('today.figures.toCome', { count: guests.toCome }),
		},
		{
			name: t('today.figures.inHouse'),
			value: inHouse,
			about: t('today.figures.byTime'),
		},
		{
			name: t('today.figures.parties'),
			value: parties.all,
			about: t('today.figures.ofParties', parties),
		},
		{
			name: t('today.figures.rest'),
			value: euros(rest.amount, locale),
			about: t('today.figures.bookings', { count: rest.bookings }),
		},
		{
			name: t('today.figures.open'),
			value: open.count,
			about: open.until
				? t('today.figures.openUntil', {
						amount: euros(open.amount, locale),
						time: formatTime(open.until, locale),
					})
				: t('today.figures.noneOpen'),
		},
		free && {
			name: t(isToday ? 'today.figures.free' : 'today.figures.freeLater', {
				zone: inLocale(free.zone, locale),
			}),
			value: free.places,
			unit: t('today.figures.ofPlaces', { count: free.capacity }),
			about: free.nextFull
				? t('today.figures.full', {
						zone: inLocale(free.nextFull.zone, locale),
						time: formatTime(free.nextFull.at, locale),
					})
				: t('today.figures.nothingFull'),
		},
	]
	return <Figures of={all.filter((figure) => figure !== null)} />
}
