import { redirect } from 'react-router'

/**
 * Where password managers look for the page that changes a password (W3C, 'A Well-Known URL for Changing
 * Passwords'). Its own guard sends who is signed out to the sign-in first.
 */
export function loader() {
	return redirect('/account/access-data')
}
