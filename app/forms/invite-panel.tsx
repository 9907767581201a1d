import { Form } from 'react-router'

import * as styles from '#app/forms/invite-panel.css.ts'
import { WithdrawInvitation } from '#app/forms/withdraw-invitation.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type InvitePanelProps = {
	publicId: string
	isMade: boolean
	/** False for a visit that came by a letter's key alone. */
	mayWithdraw?: boolean
}

/**
 * The panel in which a customer makes, sees again and withdraws an invitation; on the confirmation of a party and in
 * the account.
 */
export function InvitePanel({ publicId, isMade, mayWithdraw = true }: InvitePanelProps) {
	const { t } = useI18n()
	return (
		<Panel id="invite" title={t('invitation.panel.title')} data-screen-only>
			<Form method="post" action={`/checkout/success/${publicId}/invitation`} className={stack.lg}>
				<p>{t('invitation.panel.text')}</p>
				<div className={styles.actions}>
					<Button name="intent" value="invite" variant={isMade ? 'ghost' : 'primary'}>
						{isMade ? t('invitation.panel.show') : t('invitation.panel.make')}
					</Button>
				</div>
			</Form>
			{isMade && mayWithdraw && <WithdrawInvitation publicId={publicId} />}
		</Panel>
	)
}
