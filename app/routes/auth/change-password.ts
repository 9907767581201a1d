import { redirect } from 'react-router'

/**
 * Redirects password managers to the page that changes a password (W3C, 'A Well-Known URL for Changing Passwords'). The
 * guard of that page asks for the sign-in first.
 */
export function loader() {
	return redirect('/account/access-data')
}
