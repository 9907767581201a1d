import { Outlet } from 'react-router'

import { signedInOnly } from '#app/middleware/account.server.ts'
import { sameAccountOnly } from '#app/middleware/draft.server.ts'
import * as pages from '#app/ui/page.css.ts'

/** Every page below /account, also where only its data are asked for. */
export const middleware = [sameAccountOnly, signedInOnly]

/** Without one, going here in the browser would not ask the server, and the guard with it. */
export function loader() {
	return null
}

export default function AccountArea() {
	return (
		<div className={pages.narrow}>
			<meta name="robots" content="noindex" />
			<Outlet />
		</div>
	)
}
