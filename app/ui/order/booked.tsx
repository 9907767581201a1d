import { useI18n } from '#app/i18n/use-i18n.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'

/**
 * The message in place of the empty cart's text, for a visitor who has booked from this cart and may not have seen the
 * confirmation.
 */
export function Booked({ publicId }: { publicId: string }) {
	const { t } = useI18n()
	return (
		<Alert kind="success" title={t('booked.title')}>
			<p>{t('booked.text')}</p>
			<LinkButton to={`/checkout/success/${publicId}`}>{t('booked.toBooking')}</LinkButton>
		</Alert>
	)
}
