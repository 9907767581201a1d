import { setFileScope } from '@vanilla-extract/css/fileScope'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import type { Field } from '#app/forms/form.ts'
import { de } from '#app/i18n/de.ts'
import { useI18n, WordsContext } from '#app/i18n/use-i18n.ts'
import { createWords } from '#app/i18n/words.ts'
import { cents } from '#app/models/money.ts'
import type { Search } from '#app/models/offer/search.ts'
import { pageParts } from '#app/pages/page-parts.server.ts'
import { ShoppingContext } from '#app/routes/shop/shopping.ts'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { PagePartsContext } from '#app/ui/kept-part.tsx'

// Names of classes are given while building; here all of them are of one file.
setFileScope('kept-parts.test.css.ts')
const { DayPicker } = await import('#app/routes/shop/day/day-picker.tsx')
const { ExtraRows } = await import('#app/routes/shop/numbers/extra-rows.tsx')
const { Intents } = await import('#app/routes/shop/intents.tsx')
const { SlotPicker } = await import('#app/routes/shop/day/slot-picker.tsx')

const words = createWords('de-DE', de)

const search: Search = {
	kind: 'play',
	day: '2026-12-05',
	guests: 4,
	duration: 120,
	time: null,
	month: null,
	product: null,
	occasion: null,
	take: null,
}

const free = { mark: 'free', isToday: false, price: cents(1290), isDear: true } as const
const facts = {
	strip: {
		days: [
			{ ...free, day: '2026-12-05', weekday: 'Sa', name: 'Samstag, 5. Dezember 2026' },
			{ ...free, day: '2026-12-06', weekday: 'So', name: 'Sonntag, 6. Dezember 2026' },
		],
		before: null,
		after: '2026-12-12',
		dear: 'Sa, So',
	},
	opening: { name: 'Samstag', hours: '10:00–20:00 Uhr', kind: 'regular', label: null },
	bounds: { first: '2026-11-24', last: '2027-11-24', guests: 200 },
	slots: [{ time: '10:00', left: 60, mark: 'free' }],
	left: 60,
	isFixed: false,
	stillInCart: null as string | null,
	lineId: null as string | null,
	inCart: 0,
}
type Facts = typeof facts

/** One thing is another each time, in any order, and then again. */
const states: (Partial<Search> & Partial<Facts>)[] = [
	{},
	{ guests: 9 },
	{ time: '10:00' },
	{ day: '2026-12-06' },
	{ duration: 60, take: 'adult:2' },
	{ stillInCart: 'Sa., 28. Nov., 15:00–17:00 Uhr' },
	{ left: 3 },
	{ isFixed: true },
	{ inCart: 2 },
	{ inCart: 2, lineId: 'line-1' },
	{ inCart: 2, lineId: 'line-2' },
]

test.each([...states, ...states])(
	'a start page of kept parts is the one that is made: %o',
	(state) => {
		const parts = pageParts()
		const page = pageOf({ ...facts, ...state, search: { ...search, ...searchOf(state) } })
		const kept = renderToString(<PagePartsContext value={parts}>{page}</PagePartsContext>)
		expect(parts.fill(kept)).toBe(renderToString(page))
	},
)

test('nothing of a line in the cart is in a kept part', () => {
	const parts = pageParts()
	const page = pageOf({ ...facts, inCart: 2, lineId: 'line-of-ada', search })
	const { place } = parts
	const keys: string[] = []
	const noted = { place: (key: string) => (keys.push(key), place(key)) }
	renderToString(<PagePartsContext value={noted}>{page}</PagePartsContext>)
	expect(keys).not.toEqual([])
	expect(keys.join('\n')).not.toContain('line-of-ada')
})

function searchOf(state: Partial<Search>): Partial<Search> {
	return Object.fromEntries(Object.entries(state).filter(([name]) => name in search))
}

function pageOf(props: Facts & { search: Search }): ReactElement {
	const Stub = createRoutesStub([{ path: '/', Component: () => <Parts {...props} /> }])
	return (
		<WordsContext value={words}>
			<Stub />
		</WordsContext>
	)
}

function Parts({ search, ...facts }: Facts & { search: Search }) {
	const { locale } = useI18n()
	const { strip, opening, bounds, slots, left, stillInCart } = facts
	const shopping = {
		search,
		asked: search,
		stillInCart,
		phone: '+49 89 1',
		askForGuests() {},
		askForTickets() {},
		askFor() {},
	}
	const intents = [
		{
			kind: 'play',
			picture: '/pictures/park.svg',
			from: cents(990),
			isForAll: false,
			occasion: null,
		},
	] as const
	return (
		<ShoppingContext value={shopping}>
			<p>{locale}</p>
			<Intents intents={intents} isToday={false} />
			<DayPicker
				strip={strip}
				bounds={bounds}
				opening={{ ...opening, kind: 'regular' }}
				month={null}
				product={null}
				thing={null}
				problem={null}
				otherDay={null}
				guests={{ typed: null, problem: null }}
				isOpen
				offers={[]}
				alternatives={[]}
				anchor="day"
			/>
			<SlotPicker
				durations={[{ value: 120, label: '2 Std.', price: cents(1290) }]}
				slots={slots.map(({ time }) => ({ time, left, mark: 'free' }))}
				problem={null}
				alternatives={[]}
			/>
			<ExtraRows
				extras={[extraOf('cake', facts), extraOf('socks', { inCart: 0, lineId: null })]}
				field={fieldOf}
				isFixed={facts.isFixed}
				numbers={{ cake: facts.inCart }}
			/>
		</ShoppingContext>
	)
}

function extraOf(id: string, { inCart, lineId }: Pick<Facts, 'inCart' | 'lineId'>): ExtraView {
	return {
		id,
		kind: 'addon',
		name: id,
		summary: 's',
		picture: '/pictures/x.svg',
		popular: false,
		price: cents(500),
		isTaxed: true,
		min: 1,
		max: 9,
		perGuest: false,
		inCart,
		here: inCart,
		lineId,
		blockedBy: null,
		section: null,
		mandatory: false,
		due: 'deposit',
		missing: [],
		shipping: null,
		validMonths: null,
		phone: null,
	}
}

function fieldOf(id: string): Field {
	return {
		id: `numbers-${id}`,
		name: id,
		formId: 'numbers',
		errorId: `${id}-error`,
		descriptionId: `${id}-hint`,
		errors: undefined,
		initialValue: '0',
	}
}
