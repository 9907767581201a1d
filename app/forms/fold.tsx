import type { ReactNode } from 'react'

import * as styles from '#app/forms/fold.css.ts'
import type { Field } from '#app/forms/form.ts'
import { textOf, Optional } from '#app/forms/text-field.tsx'

/** Optional fields in a fold; open where a field holds a value or an error. */
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
