import type { Page } from '@playwright/test'

/** Adds a virtual authenticator of this browser that unlocks by itself. */
export async function plugIn(page: Page) {
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('WebAuthn.enable')
	const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	})
	return {
		unplug: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
		/** Sets the owner's answer when the device asks. */
		agree: (isUserVerified: boolean) =>
			devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
	}
}
