import { Children, type ReactNode } from 'react'

import type { Field } from '#app/forms/form.ts'
import { Messages } from '#app/forms/messages.tsx'
import * as styles from '#app/forms/number-row.css.ts'
import { Stepper } from '#app/forms/stepper.tsx'
import { Picture } from '#app/ui/picture.tsx'

type NumberRowProps = {
	id: string
	/** The name that minus and plus send with the form; null hides them where no scripts run. */
	of?: string | null
	name: string
	/** The visible part of the name, where all names around it begin alike. */
	shortName?: string
	picture: string
	/** The facts below the name: age, price, summary. */
	note: ReactNode
	/** A longer description, below the field. */
	about?: string
	max: number
	/** The field for the quantity; null where the product cannot be had, for which `children` give the reason. */
	field: Field | null
	children?: ReactNode
}

/** A row of a list: a product with a field for its quantity. */
export function NumberRow({
	id,
	of = id,
	name,
	shortName = name,
	picture,
	note,
	about = '',
	max,
	field,
	children,
}: NumberRowProps) {
	const below = Children.toArray(children)
	return (
		<article id={id} aria-labelledby={`${id}-title`} className={styles.row}>
			<Picture src={picture} width={80} height={50} alt="" className={styles.picture} />
			<div className={styles.words}>
				<h3 id={`${id}-title`} className={styles.name}>
					{shortName}
				</h3>
				<p className={styles.note}>{note}</p>
			</div>
			{field && <Stepper field={field} of={of} label={name} max={max} />}
			{about && <p className={styles.about}>{about}</p>}
			{field && <Messages id={field.errorId} messages={field.errors} />}
			{below.length > 0 && <div className={styles.below}>{below}</div>}
		</article>
	)
}
