import { useFocusOn } from '#app/ui/focus-on.ts'
import * as words from '#desk/ui/words.css.ts'

/**
 * Shows the reasons for which a form was refused, above the form. The focus moves here whenever `of` is another array,
 * so a page passes a new array with each answer and keeps it until the next.
 */
export function Problems({ of }: { of: readonly string[] }) {
	const box = useFocusOn<HTMLDivElement>(of)
	if (of.length === 0) return null
	return (
		// Without scripts the browser itself moves the focus here.
		<div ref={box} role="alert" tabIndex={-1} autoFocus className={words.note.no}>
			{of.map((problem) => (
				<p key={problem}>{problem}</p>
			))}
		</div>
	)
}
