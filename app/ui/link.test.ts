import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { Link as RouterLink, MemoryRouter, NavLink as RouterNavLink } from 'react-router'
import { expect, test } from 'vitest'

import { Link, NavLink } from '#app/ui/link.tsx'

/** As it is written for a page at `at`, without the mark that no page of ours keeps. */
function written<Props extends object>(at: string, link: ComponentType<Props>, props: Props) {
	const html = renderToString(
		createElement(MemoryRouter, { initialEntries: [at] }, createElement(link, props)),
	)
	return html.replace(' data-discover="true"', '')
}

/** The same attributes, whatever their order. */
function parts(html: string): string[] {
	return html.split(/[ >]/).sort()
}

const places = [
	'/',
	'/cart',
	'/#day',
	'/?day=2026-11-28&guests=4&take=a:1,b:2#time',
	'/pages/faq',
	'/checkout/success/a1b2?x=%C3%A4',
	'#tickets',
	'?day=2026-11-28',
	'pages/faq',
	'/pages/../cart',
	'//example.org/x',
	'https://example.org/x?y#z',
	'mailto:ada@example.org',
	'',
]

test.each(places)('a link to %j is written as the router writes it', (to) => {
	const props = {
		to,
		id: 'x',
		className: 'a b',
		'aria-current': true,
		'data-then': 'time',
		preventScrollReset: true,
		viewTransition: true,
		replace: true,
		children: 'words',
	} as const
	for (const at of ['/', '/pages/faq?x=1', '/checkout/overview'])
		expect(parts(written(at, Link, props))).toEqual(parts(written(at, RouterLink, props)))
})

test.each(places)('and one that says where one is: %j', (to) => {
	const props = { to, className: 'item', viewTransition: true, children: 'words' }
	for (const at of ['/', '/pages/faq', '/PAGES/faq', '/pages/faq/more', '/cart', '/carts'])
		expect(parts(written(at, NavLink, props))).toEqual(parts(written(at, RouterNavLink, props)))
})
