import {
	browserSupportsWebAuthn,
	startAuthentication,
	startRegistration,
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useState, useSyncExternalStore } from 'react'
import { useSubmit } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Button } from '#desk/ui/button.tsx'
import { danger } from '#desk/ui/words.css.ts'

type Offered<Options> = { challenge: string; options: Options }

type PasskeyButtonProps = {
	/** `offer` is the address that gives a challenge, `action` the one that takes the signed challenge. */
	offer: string
	action: string
	/** Returns the values that are sent to both addresses. */
	values: () => Record<string, string>
	label: string
}

/** The button to sign in with a passkey; nothing without scripts, or in a browser without passkeys. */
export function PasskeySignIn(props: PasskeyButtonProps) {
	return (
		<PasskeyButton<PublicKeyCredentialRequestOptionsJSON>
			{...props}
			ask={(optionsJSON) => startAuthentication({ optionsJSON })}
		/>
	)
}

/** The button by which the browser creates a passkey; nothing without scripts, or in a browser without passkeys. */
export function PasskeyMaker(props: PasskeyButtonProps) {
	return (
		<PasskeyButton<PublicKeyCredentialCreationOptionsJSON>
			{...props}
			ask={(optionsJSON) => startRegistration({ optionsJSON })}
		/>
	)
}

function PasskeyButton<Options>({
	offer,
	action,
	values,
	label,
	ask,
}: PasskeyButtonProps & { ask: (options: Options) => Promise<object> }) {
	const { t } = useDeskI18n()
	const post = useSubmit()
	const isSupported = useSyncExternalStore(never, browserSupportsWebAuthn, () => false)
	const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
	if (!isSupported) return null

	async function sign() {
		const given = values()
		const offered = await offerOf<Options>(offer, given)
		const answer = JSON.stringify(await ask(offered.options))
		const { challenge } = offered
		await post({ ...given, with: 'passkey', challenge, answer }, { method: 'post', action })
	}
	function press() {
		if (state === 'asking') return
		setState('asking')
		sign().then(
			() => setState('idle'),
			() => setState('failed'),
		)
	}
	return (
		<div>
			<Button type="button" big full aria-busy={state === 'asking'} onClick={press}>
				{label}
			</Button>
			<p role="status" className={danger}>
				{state === 'failed' && t('signIn.passkeyNotUsed')}
			</p>
		</div>
	)
}

async function offerOf<Options>(
	address: string,
	values: Record<string, string>,
): Promise<Offered<Options>> {
	const response = await fetch(address, { method: 'POST', body: new URLSearchParams(values) })
	if (!response.ok) throw new Error('no challenge')
	return (await response.json()) as Offered<Options>
}

function never() {
	return () => {}
}
