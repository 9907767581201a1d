/** The subject of a letter to the customer of an order. */
export type LetterKind =
	| 'confirmation'
	| 'payLink'
	| 'closedDay'
	| 'revision'
	| 'cancellation'
	| 'refund'
	| 'invoice'
	| 'rest'
	| 'change'
	| 'link'
	| 'code'
	| 'declined'
	| 'unbooked'

/** Returns the name of a letter by that in its event, which for a rest or a change also says how the payment ended. */
export function nameOf(kind: string): string {
	return kind.replace(/^(rest|change)-[a-zA-Z]+-/, '$1-')
}

/** Returns the cause that the last letter about a payment named, so that it is said again. */
export function causeSaid<Cause extends string>(
	name: string,
	events: readonly { what: string }[],
	causes: readonly Cause[],
): { cause?: Cause } {
	const said = events.findLast(
		({ what }) => what.startsWith('mailed ') && nameOf(what.slice(7)) === name,
	)
	const cause = causes.find((it) => said?.what.includes(`-${it}-`))
	return cause ? { cause } : {}
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const kinds: readonly (readonly [RegExp, LetterKind])[] = [
	[/^confirmation$/, 'confirmation'],
	[/^payLink$/, 'payLink'],
	[new RegExp(`^closed-${UUID}$`), 'closedDay'],
	[/^revision-\d+$/, 'revision'],
	[/^cancellation$/, 'cancellation'],
	[new RegExp(`^refund-${UUID}$`), 'refund'],
	[/^RE-\d{4}-\d+$/, 'invoice'],
	[new RegExp(`^rest-${UUID}$`), 'rest'],
	[new RegExp(`^change-${UUID}$`), 'change'],
	[/^link$/, 'link'],
	[/^code$/, 'code'],
	[/^declined$/, 'declined'],
	[/^refund(-twice)?$/, 'unbooked'],
]

/** The kind of a letter by its name; undefined for letters to the venue. */
export function kindOf(name: string): LetterKind | undefined {
	return kinds.find(([pattern]) => pattern.test(name))?.[1]
}
