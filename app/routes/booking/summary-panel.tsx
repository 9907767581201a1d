import * as styles from '#app/routes/booking/change-form.css.ts'
import type { ChangeWords } from '#app/routes/booking/change-words.ts'
import { DiffTable } from '#app/routes/booking/diff-table.tsx'
import type { Summary } from '#app/routes/booking/summary.ts'
import { Button } from '#app/ui/button.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sign } from '#app/ui/sign.tsx'

type ChangesProps = { words: ChangeWords; summary: Summary | null }

/** The panel beside the form of a change: the differences so far with their sums, and the button to the check page. */
export function Changes({ words, summary }: ChangesProps) {
	return (
		<Panel title={words.changes} className={styles.changes}>
			<div className={stack.md} role="status">
				{summary === null ? (
					<p className={styles.note}>{words.nothing}</p>
				) : (
					<SummaryWords summary={summary} words={words} />
				)}
			</div>
			<Button name="intent" value="check" wide className={styles.check}>
				{words.check}
			</Button>
		</Panel>
	)
}

/** The summary of a change, shown as a table of what differs and sentences about money, voucher and room. */
type SummaryProps = { summary: Summary; words: Pick<ChangeWords, 'changes' | 'heads'> }

export function SummaryWords({ summary, words }: SummaryProps) {
	return (
		<>
			{summary.problem && <p className={styles.problem}>{summary.problem}</p>}
			{summary.rows.length > 0 && (
				<DiffTable caption={words.changes} heads={words.heads} rows={summary.rows} />
			)}
			{summary.warnings.map((warning) => (
				<p key={warning} className={styles.problem}>
					{warning}
				</p>
			))}
			{summary.today && (
				<p className={summary.today.isDue ? styles.due : styles.today}>
					{!summary.today.isDue && <Sign name="check" className={styles.sign} />}
					{summary.today.text}
				</p>
			)}
			{summary.facts.map((fact) => (
				<p key={fact} className={styles.note}>
					{fact}
				</p>
			))}
		</>
	)
}

/**
 * The bar at the bottom of a phone's screen with the difference that a change makes and the button to the check page;
 * empty while nothing differs.
 */
export function Bar({ words, summary }: ChangesProps) {
	if (!summary?.brief) return null
	return (
		<section aria-label={words.changes} className={styles.bar}>
			<p className={styles.brief}>
				<strong>{summary.brief}</strong>
				{summary.briefToday && <small>{summary.briefToday}</small>}
			</p>
			<Button name="intent" value="check">
				{words.checkBrief}
			</Button>
		</section>
	)
}
