import { Fold } from '#app/forms/fold.tsx'
import type { Field } from '#app/forms/form.ts'
import { TextArea } from '#app/forms/text-area.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isGiftQuestion } from '#app/models/product/answer.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type Question = { productId: string; label: string; max: number }
type QuestionField = Question & { field: Field }

/** Asks the questions of the products in the cart, such as the name on a cake. */
export function Questions({
	questions,
	fields,
}: {
	questions: readonly Question[]
	fields: Record<string, Field>
}) {
	const asked = questions.flatMap((question) => {
		const field = fields[question.productId]
		return field ? [{ ...question, field }] : []
	})
	const own = asked.filter((question) => !isGiftQuestion(question))
	const gift = asked.filter(isGiftQuestion)
	return (
		<>
			{own.length > 0 && <Own asked={own} />}
			{gift.length > 0 && <Gift asked={gift} />}
		</>
	)
}

function Own({ asked }: { asked: readonly QuestionField[] }) {
	const { t } = useI18n()
	return (
		<Panel title={t('checkout.address.questions')}>
			{asked.map((question) => (
				<Line key={question.productId} {...question} />
			))}
		</Panel>
	)
}

/** Asks what is printed on gift vouchers; an empty field leaves a line on the paper to write on by hand. */
function Gift({ asked }: { asked: readonly QuestionField[] }) {
	const { t } = useI18n()
	return (
		<Fold title={t('giftWords.title')} fields={asked.map(({ field }) => field)}>
			<div className={stack.xl}>
				<p>{t('giftWords.hint')}</p>
				{asked.map((question) => {
					const { productId, field, label, max } = question
					if (max <= 100) return <Line key={productId} {...question} />
					return (
						<TextArea
							key={productId}
							field={field}
							label={label}
							hint={t('form.longest', { count: max })}
							maxLength={max}
							rows={4}
							optional
						/>
					)
				})}
			</div>
		</Fold>
	)
}

function Line({ field, label, max }: QuestionField) {
	const { t } = useI18n()
	return (
		<TextField
			field={field}
			label={label}
			hint={t('form.longest', { count: max })}
			maxLength={max}
			autoComplete="off"
			optional
		/>
	)
}
