import { Form, useNavigation } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { useLookAgain } from '#app/routes/payment/look-again.ts'
import * as styles from '#app/routes/payment/rest-forms.css.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

type OpenProps = {
	/**
	 * The words in the visitor's language; `giveUp`, of the button that ends the payment, is null for a visitor who may
	 * not end it.
	 */
	words: { text: string; continue: string; giveUp: string | null }
}

/** Shows a payment that was begun, with buttons to go on with it or to end it, so that another can begin. */
export function OpenPayment({ words }: OpenProps) {
	const { t } = useI18n()
	const isRunning = useNavigation().formData !== undefined
	return (
		<Panel title={t('payment.title')}>
			<Form method="post" className={styles.form}>
				<p>{words.text}</p>
				<Button name="intent" value="continue" wide disabled={isRunning}>
					{words.continue}
				</Button>
				{words.giveUp !== null && (
					<Button name="intent" value="giveUp" variant="ghost" wide disabled={isRunning}>
						{words.giveUp}
					</Button>
				)}
			</Form>
		</Panel>
	)
}

type CheckedProps = { words: { silent: string; closed: string }; isSilent: boolean }

/**
 * Shows a payment whose outcome is not known yet. Money may have moved, so the page reports no failure and reloads
 * itself.
 */
export function CheckedPayment({ words, isSilent }: CheckedProps) {
	const { t } = useI18n()
	useLookAgain()
	return (
		<>
			{isSilent && (
				<Alert kind="error" title={t('errors.verificationFailed')}>
					<p>{words.silent}</p>
				</Alert>
			)}
			<Panel title={t('payment.title')}>
				<Form method="post" className={styles.form}>
					<p role="status">{t(isSilent ? 'success.pending.later' : 'success.pending.text')}</p>
					<p>{words.closed}</p>
					<Button name="intent" value="verify" variant="ghost">
						{t('success.pending.verify')}
					</Button>
				</Form>
			</Panel>
		</>
	)
}
