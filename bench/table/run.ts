import type { Figures } from './load.ts'

/** What is measured, in the order of the table; the first and the last are the limits. */
export const titles = {
	bare: 'bare page of React Router, 37 KB over one query',
	large: 'bare page with as many elements as the start page',
	order: 'whole order: three adds, address, order, payment, return',
	add: 'add to cart',
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
	/** Of the machine, before and after; what else ran there is in it. */
	load: { before: number; after: number }
	settings: { seconds: number; rounds: number; workers: number }
	figures: Partial<Record<Name, Figures[]>>
}

/** Which limit a work is compared with. */
export function limitOf(name: Name): Name {
	return name === 'claim' || name === 'pgbench' ? 'pgbench' : 'bare'
}

export function lineOf(run: Run, name: Name, atOnce: number): Figures | undefined {
	return run.figures[name]?.find((line) => line.atOnce === atOnce)
}
