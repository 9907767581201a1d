import { Link } from 'react-router'

import type { DiffRow } from '#app/models/booking/difference.ts'
import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import { DiffTable } from '#app/routes/booking/diff-table.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { Button } from '#app/ui/button.tsx'
import { chip, chips } from '#app/ui/chip.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

/** A refused change with what is possible instead: another number, other times, another page or a call. */
export type Guide = {
	title: string
	text: string
	/** The rows of what differs with the number that `take` sends. */
	rows?: readonly DiffRow[]
	/** The button that sends another number of guests and goes on to the check page. */
	take?: { value: string; label: string }
	/** Times and days at which there is room for the booking, as links. */
	times?: { title: string; links: readonly { to: string; label: string }[] }
	more?: { to: string; label: string }
	/** The venue's telephone number, where a call is what is left. */
	phone?: string
}

type GuideProps = {
	guide: Guide
	words: ChangeWords
	/** The answer of the server that refused the change: each new one focuses the panel. False without one. */
	autoFocus: object | false
}

export function GuidePanel({ guide, words, autoFocus }: GuideProps) {
	const { title, text, rows = [], take, times, more, phone } = guide
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
				{phone && (
					<p>
						<PhoneLink phone={phone} className={button.ghost} />
					</p>
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
