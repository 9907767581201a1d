import { useState } from 'react'

import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { OutcomeName } from '#app/models/payment/payment.ts'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'

/** The two sentences for each outcome of a failed payment that the address may name (`?checkout=failed`). */
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
	/** The sentence below the title, in place of the one of the outcome. */
	hint?: string
	/** The link to the part of this page where the order can be paid again. */
	again?: string
}

/** The outcomes after which nothing was paid and the order can be paid again. */
const canBePaidAgain = new Set<OutcomeName>(['failed', 'refused', 'timeout'])

/**
 * Tells the outcome of a failed checkout on the page after it, and goes on telling it while that page is shown, though
 * data that are read anew no longer name it. Without a cart (`hasCart`) there is nothing to come back to, so the hint
 * is left out.
 */
export function CheckoutOutcome({ name, hasCart, hint, again }: CheckoutOutcomeProps) {
	const { t } = useI18n()
	const [first, setFirst] = useState(name)
	if (name !== null && name !== first) setFirst(name)
	if (first === null) return null
	const outcome = outcomes[first]
	return (
		<Alert kind="error" autoFocus title={<Sentence of={outcome.what} />}>
			{hasCart && <p>{hint ?? <Sentence of={outcome.hint} />}</p>}
			{again && canBePaidAgain.has(first) && (
				<a href={again} className={button.ghost}>
					{t('checkout.outcomes.again')}
				</a>
			)}
		</Alert>
	)
}
