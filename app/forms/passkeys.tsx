import {
	browserSupportsWebAuthn,
	startAuthentication,
	startRegistration,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useState, useSyncExternalStore } from 'react'
import { useSubmit } from 'react-router'

import * as styles from '#app/forms/passkeys.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import { http } from '#app/ui/http.ts'

/** Returns true in a browser that runs scripts and knows passkeys; false on the server. */
export function usePasskeySupport(): boolean {
	return useSyncExternalStore(never, browserSupportsWebAuthn, () => false)
}

/** The button to sign in with a passkey, below the form; nothing without script or support. */
export function PasskeySignIn({ callbackUrl }: { callbackUrl: string | null }) {
	const { t } = useI18n()
	const post = useSubmit()
	const isSupported = usePasskeySupport()
	const { isAsking, hasFailed, ask } = useAuthenticator(async () => {
		const offered = await http<Offered>('/api/passkey', { method: 'POST' })
		const answer = await startAuthentication({ optionsJSON: offered.options })
		const signed = { challenge: offered.challenge, answer: JSON.stringify(answer) }
		await post(
			{ intent: 'passkey', ...signed, ...(callbackUrl && { callbackUrl }) },
			{ method: 'post', action: '/login' },
		)
	})
	if (!isSupported) return null
	return (
		<div className={styles.otherWay}>
			<Button type="button" variant="ghost" wide pending={isAsking} onClick={ask}>
				{t('auth.login.passkey')}
			</Button>
			<Failure isShown={hasFailed} />
		</div>
	)
}

/**
 * The button by which the browser creates a new passkey of the account, as `options` of the server demand, and posts
 * it.
 */
export function PasskeyMaker({
	challenge,
	options,
}: {
	challenge: string
	options: PublicKeyCredentialCreationOptionsJSON
}) {
	const { t } = useI18n()
	const post = useSubmit()
	const { isAsking, hasFailed, ask } = useAuthenticator(async () => {
		const answer = await startRegistration({ optionsJSON: options })
		await post(
			{ intent: 'add', challenge, answer: JSON.stringify(answer) },
			{ method: 'post', action: '/account/access-data/passkeys' },
		)
	})
	return (
		<div>
			<Button type="button" wide pending={isAsking} onClick={ask}>
				{t('account.passkeys.make')}
			</Button>
			<Failure isShown={hasFailed} />
		</div>
	)
}

type Offered = { challenge: string; options: PublicKeyCredentialRequestOptionsJSON }

/**
 * Returns `ask`, which runs `work` at the device's authenticator, and its state. A refusal at the device, or a missing
 * passkey, sets `hasFailed` and is no error of the page.
 */
function useAuthenticator(work: () => Promise<void>) {
	const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
	function ask() {
		if (state === 'asking') return
		setState('asking')
		work().then(
			() => setState('idle'),
			() => setState('failed'),
		)
	}
	return { isAsking: state === 'asking', hasFailed: state === 'failed', ask }
}

function Failure({ isShown }: { isShown: boolean }) {
	const { t } = useI18n()
	return (
		<p role="status" className={styles.failure}>
			{isShown && t('auth.passkeyNotUsed')}
		</p>
	)
}

function never() {
	return () => {}
}
