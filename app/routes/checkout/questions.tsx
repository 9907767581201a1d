import type { Field } from '#app/forms/form.ts'
import { TextField } from '#app/forms/text-field.tsx'
import { Fold } from '#app/forms/fold.tsx'
import { TextArea } from '#app/forms/text-area.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isGiftQuestion } from '#app/models/product/answer.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type QuestionsProps = {
	questions: readonly { productId: string; label: string; max: number }[]
	fields: Record<string, Field>
}

/** What things in the cart ask for, such as the name on a cake. */
export function Questions({ questions, fields }: QuestionsProps) {
	const own = questions.filter((question) => !isGiftQuestion(question))
	const gift = questions.filter(isGiftQuestion)
	return (
		<>
			{own.length > 0 && <Own questions={own} fields={fields} />}
			{gift.length > 0 && <Gift questions={gift} fields={fields} />}
		</>
	)
}

function Own({ questions, fields }: QuestionsProps) {
	const { t } = useI18n()
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

/** What is written on gift vouchers; what is left empty can be written by hand. */
function Gift({ questions, fields }: QuestionsProps) {
	const { t } = useI18n()
	const asked = questions.flatMap((question) => {
		const field = fields[question.productId]
		return field ? [{ ...question, field }] : []
	})
	return (
		<Fold title={t('giftVoucher.words')} fields={asked.map(({ field }) => field)}>
			<div className={stack}>
				<p>{t('giftVoucher.wordsHint')}</p>
				{asked.map(({ productId, field, label, max }) =>
					max > 100 ? (
						<TextArea
							key={productId}
							field={field}
							label={label}
							hint={t('giftVoucher.longest', { count: max })}
							maxLength={max}
							rows={4}
							optional
						/>
					) : (
						<TextField
							key={productId}
							field={field}
							label={label}
							maxLength={max}
							autoComplete="off"
							optional
						/>
					),
				)}
			</div>
		</Fold>
	)
}
