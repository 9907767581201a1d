import { Form, useNavigation } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/checkout/overview.css.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

/** The order stands and waits for its payment: go on with it, or back to a cart that can be changed. */
export function RunningOrder() {
	const { t } = useI18n()
	const isRunning = useNavigation().formAction?.startsWith('/checkout/overview') ?? false
	return (
		<Alert kind="info" title={t('checkout.overview.running')}>
			<p>{t('checkout.overview.runningText')}</p>
			<Form method="post" action="/checkout/overview" className={styles.choices}>
				<Button name="intent" value="continue" disabled={isRunning}>
					{t('checkout.overview.continue')}
				</Button>
				<Button name="intent" value="giveUp" variant="ghost" disabled={isRunning}>
					{t('checkout.overview.giveUp')}
				</Button>
			</Form>
		</Alert>
	)
}

/** The way on in the place of the order button, where a browser that comes back from the payment stands again. */
export function GoOnPaying() {
	const { t } = useI18n()
	const isRunning = useNavigation().formAction?.startsWith('/checkout/overview') ?? false
	return (
		<Form method="post" action="/checkout/overview" className={styles.order}>
			<p>{t('checkout.overview.running')}</p>
			<Button name="intent" value="continue" wide disabled={isRunning}>
				{t('checkout.overview.continue')}
			</Button>
		</Form>
	)
}
