import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

/** The data of the page that is shown after a booking was changed, moved or its person corrected. */
export type DoneView = {
	state: string
	title: string
	text: string
	/** The heading above `facts` and `links`, which say what happens next. */
	next: string
	facts: string[]
	links: { to: string; label: string; isFile?: boolean }[]
}

export function DonePage({ view }: { view: DoneView }) {
	const { state, text, next, facts, links } = view
	return (
		<>
			<Alert kind="success" title={state}>
				<p>{text}</p>
			</Alert>
			<Panel title={next}>
				<div className={stack.md}>
					{facts.map((fact) => (
						<p key={fact}>{fact}</p>
					))}
					{links.map(({ to, label, isFile = false }, index) => (
						<LinkButton
							key={to}
							to={to}
							reloadDocument={isFile}
							variant={index === 0 ? 'primary' : 'ghost'}
							wide
						>
							{label}
						</LinkButton>
					))}
				</div>
			</Panel>
		</>
	)
}
