import { Form } from 'react-router'
import type { z } from 'zod'

import { formProps, useForm, type FormResult } from '#app/forms/form.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { OrderButton } from '#app/routes/payment/order-button.tsx'
import * as table from '#app/routes/payment/pay-link-form.css.ts'
import type { PayLinkWords } from '#app/routes/payment/pay-link-words.ts'
import * as styles from '#app/routes/payment/rest-forms.css.ts'
import { WaysToPay, type WaysProps } from '#app/routes/payment/ways-to-pay.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

type DueProps = {
	words: PayLinkWords
	ways: Omit<WaysProps, 'field'>
	result: FormResult | undefined
}

/**
 * The form of a pay link: what was booked on the telephone, the ways to pay, and the button that leads to the provider.
 */
export function DueByLink({ words, ways, result }: DueProps) {
	const { t } = useI18n()
	const [only, ...others] = ways.waysToPay.filter((way) => !ways.waysAway.includes(way))
	const [form, fields] = useForm<z.ZodType<unknown, { wayToPay: string }>>({
		id: 'link',
		lastResult: result,
		defaultValue: { wayToPay: others.length === 0 ? only : undefined },
	})
	return (
		<Panel title={words.visit}>
			<Form method="post" className={styles.form} {...formProps(form)}>
				<p>{words.lead}</p>
				<dl className={stack.sm}>
					{words.rows.map(({ term, value }) => (
						<div key={term} className={table.row}>
							<dt>{term}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
				<WaysToPay {...ways} field={fields.wayToPay} whileAway={t('errors.wayAway')} />
				<p className={styles.soft}>
					{words.terms}{' '}
					<a href="/pages/agb" target="_blank" rel="noreferrer" className={textLink}>
						{words.toTerms}
					</a>
				</p>
				<OrderButton intent="pay" />
			</Form>
		</Panel>
	)
}
