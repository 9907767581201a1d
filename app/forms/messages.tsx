import * as styles from '#app/forms/fields.css.ts'
import type { FormErrors } from '#app/forms/form.ts'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useFocusOn } from '#app/ui/focus-on.ts'
import { Sentence, sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** The list of messages of one field, or of a small form as a whole; nothing without messages. */
export function Messages({ id, messages }: { id: string; messages: Message[] | undefined }) {
	if (!messages?.length) return null
	return (
		<ul id={id} role="list" className={styles.messages}>
			{messages.map((message) => (
				<li key={`${message.key} ${JSON.stringify(message.values)}`}>
					<Sign name="warning" className={styles.sign} />
					<span>
						<Sentence of={message} />
					</span>
				</li>
			))}
		</ul>
	)
}

/**
 * The summary of all messages of a form, above the form: it takes the focus and leads to each field. A message of a
 * field without a label in `labels` is listed without a link, so no error is silent.
 */
export function ErrorSummary({
	form,
	labels,
}: {
	form: FormErrors
	labels: Record<string, string>
}) {
	const { t } = useI18n()
	const { allErrors } = form
	// Each answer brings a new object, also when its messages are the same.
	const summary = useFocusOn<HTMLElement>(allErrors)
	const problems = Object.entries(allErrors).flatMap(([name, messages]) =>
		messages.map((message) => ({ name, message })),
	)
	const [first] = problems
	if (!first) return null

	// A message of no field is the title itself; its reason is listed below.
	const isOfForm = problems.every(({ name }) => labels[name] === undefined)
	const listed = isOfForm ? problems.slice(1) : problems
	// One field may hold a message and its reason.
	const count = new Set(problems.map(({ name }) => name)).size
	return (
		// Without JavaScript the browser itself moves the focus here.
		<section
			ref={summary}
			tabIndex={-1}
			autoFocus
			role="alert"
			aria-labelledby={`${form.id}-problems`}
			className={styles.summary}
		>
			<h2 id={`${form.id}-problems`} className={styles.summaryTitle}>
				{isOfForm ? sentence(t, first.message) : t('form.summary', { count })}
			</h2>
			{listed.length > 0 && (
				<ul className={styles.summaryList}>
					{listed.map(({ name, message }) => (
						<li key={`${name} ${message.key}`}>
							<Problem
								target={`#${form.id}-${name}`}
								label={labels[name]}
								message={sentence(t, message)}
							/>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

function Problem({
	target,
	label,
	message,
}: {
	target: string
	label: string | undefined
	message: string
}) {
	const { t } = useI18n()
	if (label === undefined) return message
	return <a href={target}>{t('form.problem', { label, message })}</a>
}
