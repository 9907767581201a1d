import type { Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Panel } from '#app/ui/panel.tsx'

type QuestionsProps = {
	questions: readonly { productId: string; label: string; max: number }[]
	fields: Record<string, Field>
}

/** What things in the cart ask for, such as the name on a cake. */
export function Questions({ questions, fields }: QuestionsProps) {
	const { t } = useI18n()
	if (questions.length === 0) return null
	return (
		<Panel title={t('checkout.address.questions')}>
			{questions.map(({ productId, label, max }) => {
				const field = fields[productId]
				return (
					field && (
						<TextField
							key={productId}
							field={field}
							label={label}
							maxLength={max}
							autoComplete="off"
							optional
						/>
					)
				)
			})}
		</Panel>
	)
}
