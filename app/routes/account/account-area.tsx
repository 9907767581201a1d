import { Outlet } from 'react-router'

import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { signedInOnly } from '#app/middleware/account.server.ts'
import { sameAccountOnly } from '#app/middleware/draft.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/account-area.ts'

/** The guards of every page below /account, also of requests for a page's data alone. */
export const middleware = [sameAccountOnly, signedInOnly]

/**
 * Returns the texts of the account's pages. A route with a loader makes each navigation in the browser ask the server,
 * which runs the guards.
 */
export function loader({ context }: Route.LoaderArgs) {
	return {
		texts: pageTexts(
			localeOf(context),
			'account.accessData',
			'account.deleting',
			'account.passkeys',
			'account.ownData',
			'account.sessions',
		),
	}
}

export default function AccountArea() {
	return (
		<div className={pages.narrow}>
			<meta name="robots" content="noindex" />
			<Outlet />
		</div>
	)
}
