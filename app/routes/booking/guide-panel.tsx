import { Link } from 'react-router'

import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import { DiffTable, type DiffRow } from '#app/routes/booking/diff-table.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { chip, chips } from '#app/ui/chip.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { textLink } from '#app/ui/text-link.css.ts'

/** A refusal with the ways that are open instead. */
export type Guide = {
	title: string
	text: string
	/** The price of the change with the number that `take` sends. */
	rows?: readonly DiffRow[]
	/** A button that sends another number and goes on. */
	take?: { value: string; label: string }
	/** Times at which the booking fits, as links. */
	times?: { title: string; links: readonly { to: string; label: string }[] }
	more?: { to: string; label: string }
}

type GuideProps = {
	guide: Guide
	words: ChangeWords
	/** The answer that was refused: each new one focuses the panel. */
	autoFocus: object | false
}

export function GuidePanel({ guide, words, autoFocus }: GuideProps) {
	const { title, text, rows = [], take, times, more } = guide
	return (
		<Alert kind="warning" title={title} id="guide" autoFocus={autoFocus}>
			<div className={stack.md}>
				<p>{text}</p>
				{rows.length > 0 && <DiffTable caption={title} heads={words.heads} rows={rows} />}
				{take && (
					<Button name="fewest" value={take.value} wide>
						{take.label}
					</Button>
				)}
				{times && (
					<div className={stack.sm}>
						<h3 id="guide-times">{times.title}</h3>
						<ul role="list" aria-labelledby="guide-times" className={chips.words}>
							{times.links.map(({ to, label }) => (
								<li key={to}>
									<Link to={to} className={chip}>
										{label}
									</Link>
								</li>
							))}
						</ul>
					</div>
				)}
				{more && (
					<Link to={more.to} className={textLink}>
						{more.label}
					</Link>
				)}
			</div>
		</Alert>
	)
}
