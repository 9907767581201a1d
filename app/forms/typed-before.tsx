import { useI18n } from '#app/i18n/use-i18n.ts'
import { Alert } from '#app/ui/alert.tsx'

/** Says with a form for whom it was made; empty for a guest. */
export function MadeFor({ account }: { account: string | null }) {
	return account && <input type="hidden" name="account" value={account} />
}

/** Above a form that shows again what could not be saved before the sign-in. */
export function TypedBefore() {
	const { t } = useI18n()
	return (
		<Alert kind="info" title={t('account.typedBefore')}>
			<p>{t('account.typedBeforeText')}</p>
		</Alert>
	)
}
