import { Form, useNavigation } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/checkout/overview.css.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

/** A notice that an order waits for its payment, with buttons to go on paying or to give the order up. */
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

/** The button to go on paying, in place of the order button, for an order that waits for its payment. */
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
