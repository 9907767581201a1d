import { Form } from 'react-router'

import * as fold from '#app/forms/fold.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'

/** The form that withdraws an invitation; in a fold, because guests have its link already. */
export function WithdrawInvitation({ publicId }: { publicId: string }) {
	const { t } = useI18n()
	return (
		<details>
			<summary className={fold.title}>{t('invitation.panel.withdraw')}</summary>
			<Form method="post" action={`/checkout/success/${publicId}/invitation`} className={stack.lg}>
				<p>{t('invitation.panel.withdrawText')}</p>
				<div>
					<Button name="intent" value="withdraw" variant="danger">
						{t('invitation.panel.withdrawNow')}
					</Button>
				</div>
			</Form>
		</details>
	)
}
