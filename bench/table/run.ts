import type { Figures } from './load.ts'

/** The measured works, in the order of the table; the first and the last are the limits. */
export const titles = {
	bare: 'bare page of React Router, 37 KB over one query',
	large: 'bare page with as many elements as the start page',
	order: 'whole order: three adds, address, order, payment, return',
	add: 'add to cart',
	change: 'a booking changed by two guests, by the button of its check',
	checked: 'the check page of that change',
	kept: 'start page, kept',
	anew: 'start page, made anew',
	cart: 'start page with a cart',
	content: 'content page',
	claim: 'a claim without HTTP',
	pgbench: 'pgbench: the statements of a claim',
} as const

export type Name = keyof typeof titles
export const names = Object.keys(titles) as Name[]

/** One run, as it is kept in a file. */
export type Run = {
	date: string
	node: string
	postgres: string
	processor: string
	processors: number
	/** The load of the machine before and after, with everything else that ran there. */
	load: { before: number; after: number }
	settings: { seconds: number; rounds: number; workers: number }
	figures: Partial<Record<Name, Figures[]>>
}

/** Returns the limit with which a work is compared. */
export function limitOf(name: Name): Name {
	return name === 'claim' || name === 'pgbench' ? 'pgbench' : 'bare'
}

export function lineOf(run: Run, name: Name, atOnce: number): Figures | undefined {
	return run.figures[name]?.find((line) => line.atOnce === atOnce)
}
