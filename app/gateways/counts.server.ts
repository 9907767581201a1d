import { providerNames } from '#app/models/provider.ts'

/*
 * Counts of what went wrong in this process, for the metrics. They are counted where they happen, because no row of the
 * database tells of them. Labels and their values stand here, so that each is told as 0 from the start: an alert on a
 * count that grows would not see a count that appears.
 */

/** A count for the metrics, with a number for each combination of the values of its labels. */
export type Count = {
	name: string
	help: string
	labels: Readonly<Record<string, readonly string[]>>
	/** The combinations, each with its number; those that did not happen yet are 0. */
	read: () => { labels: Record<string, string>; value: number }[]
}

const counts: Count[] = []

export function listCounts(): readonly Count[] {
	return counts
}

/** Counts the writes that a guard of the database refused: a rule of the shop had let them through by mistake. */
export const countGuardHit = newCount(
	'raumzeit_guard_hits_total',
	'Writes that a guard of the database refused',
	{ guard: ['exclusion', 'check', 'unchanging'] },
)

export const countUnavailable = newCount(
	'raumzeit_database_unavailable_total',
	'Statements and transactions that found no connection in time, lost it, or were refused for now',
	{},
)

export const countProviderFailure = newCount(
	'raumzeit_provider_failures_total',
	'Questions to a payment provider without the answer that was asked for',
	{ provider: providerNames, kind: ['unavailable', 'refused', 'conflict'] },
)

/**
 * Counts the letters that a try did not deliver, by reason: `refused` is about one letter, the other kinds are about
 * the mail server and hold up all letters.
 */
export const countMailFailure = newCount(
	'raumzeit_mail_failures_total',
	'Letters that did not go out at this try',
	{ kind: ['connection', 'encryption', 'certificate', 'sign-in', 'later', 'refused'] },
)

type Labels = Readonly<Record<string, readonly string[]>>
type Values<L extends Labels> = { [Name in keyof L]: L[Name][number] }

function newCount<const L extends Labels>(
	name: string,
	help: string,
	labels: L,
): (values: Values<L>) => void {
	const known = combinations(Object.entries<readonly string[]>(labels)).map((combination) => ({
		labels: combination,
		value: 0,
	}))
	counts.push({ name, help, labels, read: () => known })
	return (values) => {
		const found = known.find(({ labels: own }) =>
			Object.entries(values).every(([label, value]) => own[label] === value),
		)
		if (found) found.value += 1
	}
}

function combinations([first, ...others]: [string, readonly string[]][]): Record<string, string>[] {
	if (!first) return [{}]
	const [label, values] = first
	return values.flatMap((value) =>
		combinations(others).map((more) => ({ [label]: value, ...more })),
	)
}
