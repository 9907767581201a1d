import { useI18n } from '#app/i18n/use-i18n.ts'
import { Alert } from '#app/ui/alert.tsx'

/** Sends along the account that the form was made for; empty for a guest. */
export function MadeFor({ account }: { account: string | null }) {
	return account && <input type="hidden" name="account" value={account} />
}

/** Stands above a form that shows again the values which could not be saved before the sign-in. */
export function TypedBefore() {
	const { t } = useI18n()
	return (
		<Alert kind="info" title={t('account.typedBefore')}>
			<p>{t('account.typedBeforeText')}</p>
		</Alert>
	)
}
