import { useNavigation } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { submit } from '#app/routes/payment/order-button.css.ts'
import { Button } from '#app/ui/button.tsx'

/** True while a form with this intent is being sent. */
export function useIsSent(intent: string): boolean {
	return useNavigation().formData?.get('intent') === intent
}

/**
 * The button that orders with an obligation to pay; it carries the words that the law asks for and no others (§ 312j
 * (3) BGB).
 */
export function OrderButton({ intent }: { intent: 'order' | 'pay' }) {
	const { t } = useI18n()
	const isRunning = useIsSent(intent)
	return (
		<Button
			name="intent"
			value={intent}
			wide
			pending={isRunning}
			disabled={isRunning}
			className={submit}
		>
			{t('checkout.overview.submit')}
		</Button>
	)
}
