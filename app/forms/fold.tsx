import type { ReactNode } from 'react'

import * as styles from '#app/forms/fold.css.ts'
import type { Field } from '#app/forms/form.ts'
import { textOf, Optional } from '#app/forms/text-field.tsx'

/** A fold with optional fields; open where one of the fields holds a value or an error. */
export function Fold({
	title,
	fields,
	children,
}: {
	title: string
	fields: readonly Field[]
	children: ReactNode
}) {
	const isOpen = fields.some((field) => Boolean(field.errors?.length) || Boolean(textOf(field)))
	return (
		<details className={styles.fold} open={isOpen}>
			<summary className={styles.title}>
				{title}
				<Optional />
			</summary>
			<div className={styles.inside}>{children}</div>
		</details>
	)
}
