import { Outlet } from 'react-router'

import { signedInOnly } from '#app/middleware/account.server.ts'
import { sameAccountOnly } from '#app/middleware/draft.server.ts'
import * as pages from '#app/ui/page.css.ts'

/** Guard every page below /account, also requests for its data alone. */
export const middleware = [sameAccountOnly, signedInOnly]

/** Makes navigations in the browser ask the server, which runs the guards. */
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
