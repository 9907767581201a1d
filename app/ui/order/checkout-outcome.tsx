import { useSearchParams } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

/** What a payment that did not come about leaves in the address (`?checkout=failed`), as a sentence. */
const outcomes: Record<string, { what: Message; hint: Message }> = {
	failed: { what: { key: 'errors.checkoutFailed' }, hint: { key: 'checkout.outcomes.failedHint' } },
	refused: { what: { key: 'errors.paymentFailed' }, hint: { key: 'checkout.outcomes.failedHint' } },
	away: { what: { key: 'errors.wayAway' }, hint: { key: 'checkout.outcomes.awayHint' } },
	timeout: { what: { key: 'errors.timeout' }, hint: { key: 'checkout.outcomes.timeoutText' } },
	unverified: {
		what: { key: 'errors.verificationFailed' },
		hint: { key: 'checkout.outcomes.unverifiedHint' },
	},
	review: {
		what: { key: 'errors.verificationFailed' },
		hint: { key: 'checkout.outcomes.reviewHint' },
	},
}

/**
 * Says on the page after a checkout that failed what became of it. The sentence is in the address: it
 * arrives without a cookie too, where there is no cart to come back to and hence nothing held.
 */
export function CheckoutOutcome({ hasCart }: { hasCart: boolean }) {
	const [search] = useSearchParams()
	const name = search.get('checkout') ?? ''
	const outcome = Object.hasOwn(outcomes, name) && outcomes[name]
	if (!outcome) return null
	return (
		<Alert kind="error" autoFocus title={<Sentence of={outcome.what} />}>
			{hasCart && (
				<p>
					<Sentence of={outcome.hint} />
				</p>
			)}
		</Alert>
	)
}
