import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import * as styles from '#desk/ui/button.css.ts'

type Look = { look?: keyof typeof styles.button; full?: boolean; big?: boolean }

/** A button that sends its form. Its words are a verb and the thing: 'Mars 18:00–20:00 sperren'. */
export function Button({ look = 'main', full, big, ...rest }: ComponentProps<'button'> & Look) {
	return <button type="submit" {...rest} className={classesOf({ look, full, big })} />
}

/** A link that looks like a button. */
export function LinkButton({
	look = 'main',
	full,
	big,
	...rest
}: ComponentProps<typeof Link> & Look) {
	return <Link {...rest} className={classesOf({ look, full, big })} />
}

function classesOf({ look, full, big }: { [Key in keyof Look]-?: Look[Key] | undefined }): string {
	return [styles.button[look ?? 'main'], full && styles.full, big && styles.big]
		.filter(Boolean)
		.join(' ')
}
