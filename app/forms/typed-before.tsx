import { useI18n } from '#app/i18n/use-i18n.ts'
import { Alert } from '#app/ui/alert.tsx'

/**
 * The hidden field with the id of the account for which a form was made, so that another sign-in since then is noticed;
 * nothing for a guest.
 */
export function MadeFor({ account }: { account: string | null }) {
	return account && <input type="hidden" name="account" value={account} />
}

/** The notice above a form that shows again the values which could not be saved before the sign-in. */
export function TypedBefore() {
	const { t } = useI18n()
	return (
		<Alert kind="info" title={t('account.typedBefore')}>
			<p>{t('account.typedBeforeText')}</p>
		</Alert>
	)
}
