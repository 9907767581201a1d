import { type Path, type Problem, problem } from '#app/models/operator/files.ts'
import {
	compareDeadlines,
	policyWith,
	type KeptShare,
	type Policy,
} from '#app/models/venue/policy.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Yields the contradictions in the policies of a venue and its products, the rules for changing, moving and cancelling
 * (faults N101).
 */
export function* checkPolicies({ policy, policyOf = {}, products }: Venue): Problems {
	if (policy) yield* checkTiers(policy, ['policy'])
	for (const [version, former] of Object.entries(policyOf)) {
		yield* checkTiers(former, ['policyOf', version])
	}
	for (const [index, product] of products.entries()) {
		const path = ['products', index, 'policy']
		if (!product.policy) continue
		if (product.kind === 'giftVoucher') {
			yield problem(path, 'a gift voucher has no visit: it goes back by the law on withdrawal')
		} else if (policy) yield* checkTiers(policyWith(policy, product.policy), path)
		else yield problem(path, 'replaces parts of `policy` in venue.yaml, which is missing')
	}
}

/** Yields a problem for each cancel tier that has no later deadline than the tier before it, or keeps less. */
function* checkTiers({ cancel, late }: Policy, path: Path): Problems {
	for (const [index, { until, keep }] of cancel.entries()) {
		const before = cancel[index - 1]
		if (!before) continue
		if (compareDeadlines(before.until, until) >= 0) {
			yield problem(
				[...path, 'cancel', index, 'until'],
				'must be later than that of the tier before it: the earliest deadline comes first',
			)
		}
		if (isLess(keep, before.keep)) yield problem([...path, 'cancel', index, 'keep'], LESS)
	}
	const last = cancel.at(-1)
	if (last && isLess(late, last.keep)) yield problem([...path, 'late'], LESS)
}

const LESS = 'is less than what is kept of who cancels earlier'

function isLess(one: KeptShare, other: KeptShare): boolean {
	return one.of === other.of ? one.percent < other.percent : one.percent === 0 && other.percent > 0
}

type Problems = Generator<Problem, void>
