import { ErrorSummary } from '#app/forms/messages.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Sentence } from '#app/ui/sentence.tsx'

/** Fields that are not right, or the order that already runs with what was typed before. */
export function NotSaved({ form, labels }: Parameters<typeof ErrorSummary>[0]) {
	const { t } = useI18n()
	const sentences = form.allErrors['']
	if (!sentences) return <ErrorSummary form={form} labels={labels} />
	return (
		<Alert kind="error" autoFocus={form.allErrors}>
			{sentences.map((message) => (
				<p key={message.key}>
					<Sentence of={message} />
				</p>
			))}
			<LinkButton to="/checkout/overview" variant="ghost">
				{t('checkout.overview.title')}
			</LinkButton>
		</Alert>
	)
}
