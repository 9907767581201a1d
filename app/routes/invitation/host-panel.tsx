import { useState, useSyncExternalStore } from 'react'

import * as fields from '#app/forms/fields.css.ts'
import * as invite from '#app/forms/invite-panel.css.ts'
import { WithdrawInvitation } from '#app/forms/withdraw-invitation.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/invitation/host-panel.css.ts'
import { button, flush } from '#app/ui/button.css.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type HostPanelProps = {
	/** The absolute address of the invitation. */
	link: string
	publicId: string
	headline: string
	when: string
	venue: string
}

/** The panel above an invitation, for the host of the party alone: ways to send the link, and to withdraw it. */
export function HostPanel({ link, publicId, ...words }: HostPanelProps) {
	const { t } = useI18n()
	return (
		<Panel title={t('invitation.host.title')} data-screen-only>
			<div className={stack.lg}>
				<p>{t('invitation.host.text')}</p>
				<div className={fields.field}>
					<label htmlFor="link" className={fields.label}>
						{t('invitation.host.link')}
					</label>
					<input
						id="link"
						type="text"
						readOnly
						value={link}
						className={fields.control}
						onFocus={(event) => event.currentTarget.select()}
					/>
				</div>
				<WaysToShare link={link} {...words} />
				<div className={styles.end}>
					<LinkButton to={`/checkout/success/${publicId}`} variant="quiet" className={flush}>
						{t('invitation.host.back')}
					</LinkButton>
					<WithdrawInvitation publicId={publicId} />
				</div>
			</div>
		</Panel>
	)
}

/** The ways to send an invitation's link: the device's share sheet where it has one, clipboard, mail, paper. */
function WaysToShare({ link, headline, when, venue }: Omit<HostPanelProps, 'publicId'>) {
	const { t } = useI18n()
	const canShare = useSyncExternalStore(neverChanges, hasSheet, () => false)
	const [isCopied, setCopied] = useState(false)
	const text = `${headline}: ${when}, ${venue}`
	const mail = new URLSearchParams({ subject: headline, body: `${text}\n${link}` })
	return (
		<>
			<div className={invite.actions}>
				{canShare && (
					// A closed share sheet rejects the promise, which is no error.
					<Button
						type="button"
						onClick={() =>
							void navigator.share({ title: headline, text, url: link }).catch(() => {})
						}
					>
						{t('invitation.host.share')}
					</Button>
				)}
				<Button
					type="button"
					variant={canShare ? 'ghost' : 'primary'}
					className={styles.scripted}
					onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
				>
					{t('invitation.host.copy')}
				</Button>
				<a href={`mailto:?${mail.toString().replaceAll('+', '%20')}`} className={button.ghost}>
					{t('invitation.host.mail')}
				</a>
				<Button
					type="button"
					variant="ghost"
					className={styles.scripted}
					onClick={() => window.print()}
				>
					{t('invitation.host.print')}
				</Button>
			</div>
			<p role="status" className={styles.said}>
				{isCopied && t('invitation.host.copied')}
			</p>
		</>
	)
}

function neverChanges() {
	return () => {}
}

function hasSheet(): boolean {
	return 'share' in navigator
}
