import { startDice } from '#sandbox/dice.ts'

/** The kinds of things that happen on a Saturday, with their shares. `together` are two at once on one booking. */
const shares = {
	search: 12,
	rest: 9,
	'rest together': 3,
	undo: 4,
	change: 5,
	move: 4,
	'change together': 2,
	cancel: 3,
	'cancel together': 2,
	note: 4,
	block: 3,
	lift: 3,
	telephone: 5,
	'last room': 3,
	sheet: 6,
	day: 10,
	online: 8,
} as const

export type DeedName = keyof typeof shares

/** One thing that happens: when, as a part of its minute, at which of three desks, and by which luck. */
export type Planned = { at: number; deed: DeedName; desk: number; seed: number }

/** Things that happen in a minute, and the moment of its kill as a part of the minute. */
export type Minute = { deeds: Planned[]; killAt: number }

const DEEDS = 48

const all = Object.entries(shares) as [DeedName, number][]
const sum = all.reduce((total, [, share]) => total + share, 0)

/** Plans a minute: the same for the same seed. */
export function planMinute(seed: number, minute: number): Minute {
	const { roll } = startDice(seed * 1_000_003 + minute)
	const deeds = Array.from({ length: DEEDS }, (_, index) => ({
		at: (index + roll()) / DEEDS,
		deed: pick(roll()),
		desk: Math.floor(roll() * 3),
		seed: Math.floor(roll() * 2 ** 31),
	}))
	return { deeds, killAt: 0.2 + roll() * 0.5 }
}

function pick(mind: number): DeedName {
	let rest = mind * sum
	return all.find(([, share]) => (rest -= share) < 0)?.[0] ?? 'search'
}

const syllables = 'ba de fi go hu ka le mi no ru'.split(' ')

/** Makes a name that no other number has: 1203 in 'B' is 'Bdefibago'. */
export function nameOf(letter: string, number: number): string {
	const digits = String(number).padStart(4, '0')
	return letter + [...digits].map((digit) => syllables[Number(digit)]).join('')
}
