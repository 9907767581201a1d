import { Form } from 'react-router'
import type { z } from 'zod'

import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { OrderButton } from '#app/routes/payment/order-button.tsx'
import * as styles from '#app/routes/payment/rest-forms.css.ts'
import type { RestWords } from '#app/routes/payment/rest-words.ts'
import { WaysToPay, type WaysProps } from '#app/routes/payment/ways-to-pay.tsx'
import { Panel } from '#app/ui/panel.tsx'

type DueProps = {
	words: RestWords['due']
	ways: Omit<WaysProps, 'field'>
	result: FormResult | undefined
}

/** The form that pays the rest: its amount, the ways to pay it, and the button that leads to the provider. */
export function DueRest({ words, ways, result }: DueProps) {
	const { t } = useI18n()
	const [only, ...others] = ways.waysToPay.filter((way) => !ways.waysAway.includes(way))
	const [form, fields] = useForm<z.ZodType<unknown, { wayToPay: string }>>({
		id: 'rest',
		lastResult: result,
		defaultValue: { wayToPay: others.length === 0 ? only : undefined },
	})
	return (
		<Panel title={words.title}>
			<Form method="post" className={styles.form} {...formProps(form)}>
				<p className={styles.amount}>{words.amount}</p>
				<input type="hidden" name="amount" value={words.cents} />
				<p>{words.lead}</p>
				<WaysToPay {...ways} field={fields.wayToPay} whileAway={t('errors.wayAway')} />
				<OrderButton intent="pay" />
				<p className={styles.soft}>{words.nothingNew}</p>
			</Form>
		</Panel>
	)
}
