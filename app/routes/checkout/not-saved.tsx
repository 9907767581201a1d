import { ErrorSummary } from '#app/forms/messages.tsx'
import { RefusalAlert } from '#app/forms/refusal-alert.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { LinkButton } from '#app/ui/button.tsx'

/**
 * Shows why the details were not saved: the problems of the fields, or that an order with earlier details waits for its
 * payment.
 */
export function NotSaved({ form, labels }: Parameters<typeof ErrorSummary>[0]) {
	const { t } = useI18n()
	const sentences = form.allErrors['']
	if (!sentences) return <ErrorSummary form={form} labels={labels} />
	return (
		<RefusalAlert messages={sentences} reason={form.allErrors}>
			<LinkButton to="/checkout/overview" variant="ghost">
				{t('checkout.overview.title')}
			</LinkButton>
		</RefusalAlert>
	)
}
