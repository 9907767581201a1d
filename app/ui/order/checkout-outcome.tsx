import { useState } from 'react'

import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { OutcomeName } from '#app/models/payment/payment.ts'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'

/** What a payment that did not come about leaves in the address (`?checkout=failed`), as a sentence. */
const outcomes: Record<OutcomeName, { what: Message; hint: Message }> = {
	failed: { what: { key: 'errors.checkoutFailed' }, hint: { key: 'checkout.outcomes.failedHint' } },
	refused: { what: { key: 'errors.paymentFailed' }, hint: { key: 'checkout.outcomes.failedHint' } },
	away: { what: { key: 'errors.wayAway' }, hint: { key: 'checkout.outcomes.awayHint' } },
	timeout: { what: { key: 'errors.timeout' }, hint: { key: 'checkout.outcomes.timeoutText' } },
	review: {
		what: { key: 'errors.verificationFailed' },
		hint: { key: 'checkout.outcomes.reviewHint' },
	},
}

type CheckoutOutcomeProps = {
	name: OutcomeName | null
	hasCart: boolean
	/** Where on this page it can be paid again. */
	again?: string
}

/** Nothing was paid, and nothing stands in the way of paying. */
const canBePaidAgain = new Set<OutcomeName>(['failed', 'refused', 'timeout'])

/**
 * Says on the page after a checkout that failed what became of it, once: the page keeps it while it is
 * shown, however often it is read anew. Without a cookie there is no cart to come back to and nothing held.
 */
export function CheckoutOutcome({ name, hasCart, again }: CheckoutOutcomeProps) {
	const { t } = useI18n()
	const [first, setFirst] = useState(name)
	if (name !== null && name !== first) setFirst(name)
	if (first === null) return null
	const outcome = outcomes[first]
	return (
		<Alert kind="error" autoFocus title={<Sentence of={outcome.what} />}>
			{hasCart && (
				<p>
					<Sentence of={outcome.hint} />
				</p>
			)}
			{again && canBePaidAgain.has(first) && (
				<a href={again} className={button.ghost}>
					{t('checkout.outcomes.again')}
				</a>
			)}
		</Alert>
	)
}
