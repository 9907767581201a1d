import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'

import * as styles from '#desk/routes/booking/booking.css.ts'
import { useScripts } from '#desk/ui/use-scripts.ts'

/**
 * The form of an action on a booking, which the server answers with the same form and the sums for what was typed.
 * Without scripts that answer is a new page, so the form posts to `#form`: the browser scrolls there, and the next Tab
 * goes on from there.
 */
export function ActForm({ children }: { children: ReactNode }) {
	const { search } = useLocation()
	const areScriptsOn = useScripts()
	return (
		<Form
			method="post"
			action={areScriptsOn ? search || '.' : `${search}#form`}
			className={styles.form}
			preventScrollReset
		>
			{children}
		</Form>
	)
}
