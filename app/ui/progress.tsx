import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/progress.css.ts'

/** A step in the row; `to` is the address that its words link to once it is done. */
export type ProgressStep = { label: string; to?: string }

/** Shows a visitor's position in a row of steps, such as those of the checkout; `current` counts from 0. */
export function Progress({
	label,
	steps,
	current,
}: {
	label: string
	steps: readonly ProgressStep[]
	current: number
}) {
	const { t } = useI18n()
	return (
		<nav aria-label={label}>
			<ol role="list" className={styles.steps}>
				{steps.map((step, index) => {
					const done = index < current
					return (
						<li
							key={step.label}
							className={done ? styles.done : styles.step}
							aria-current={index === current ? 'step' : undefined}
						>
							{done && step.to ? (
								<Link
									to={step.to}
									className={styles.label}
									aria-label={t('layout.stepDone', { step: step.label })}
								>
									{step.label}
								</Link>
							) : (
								<span className={styles.label}>{step.label}</span>
							)}
						</li>
					)
				})}
			</ol>
		</nav>
	)
}
