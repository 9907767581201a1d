import * as client from 'next-auth/react'
import { createRoot } from 'react-dom/client'

// The script on the page in `auth-client.spec.ts`: the published browser client, unchanged, and a component below its
// provider that shows what the client knows.

export type AuthClient = typeof client

declare global {
	// Only an interface adds to an existing one.
	// oxlint-disable-next-line consistent-type-definitions
	interface Window {
		authClient: AuthClient
	}
}

function Known() {
	const { status, data } = client.useSession()
	return (
		<output aria-label="session">
			{status} {data?.user?.email}
		</output>
	)
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
	<client.SessionProvider>
		<Known />
	</client.SessionProvider>,
)
window.authClient = client
