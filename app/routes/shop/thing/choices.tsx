import { ChoiceForm, GroupChoice } from '#app/forms/group-choice.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Pieces } from '#app/models/offer/take.ts'
import { ExtraRows } from '#app/routes/shop/numbers/extra-rows.tsx'
import { useShopping } from '#app/routes/shop/shopping.ts'
import * as styles from '#app/routes/shop/thing/choices.css.ts'
import type { ExtraView } from '#app/routes/shop/view/offer-view.ts'
import { Button } from '#app/ui/button.tsx'
import type { GroupView, LineView } from '#app/ui/order/line-view.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type ChoicesProps = { line: LineView; extras: readonly ExtraView[]; numbers: Pieces }

/**
 * The panel of question 3 of a party or room: all its choices and extras in one form, so that nothing typed in one
 * group is lost when another is saved. With scripts each choice saves itself.
 */
export function Choices({ line, extras, numbers }: ChoicesProps) {
	const { t } = useI18n()
	const { asked } = useShopping()
	const pieces = line.groups.flatMap(({ items }) => items)
	const title = t(line.groups.length > 0 ? 'shop.steps.choices' : 'shop.steps.extras')
	return (
		<Panel
			id="choices"
			number={3}
			title={title}
			aria-label={title}
			aria-describedby="choices-state"
			tabIndex={-1}
			className={styles.choices}
		>
			<ChoiceForm
				line={line}
				id="choices-form"
				anchor="choices"
				className={styles.form}
				saved={savedNumbers(extras, numbers)}
			>
				{({ pending, field }) => (
					<>
						<input type="hidden" name="day" value={asked.day} />
						<ChoicesDone groups={line.groups} />
						{line.groups.map((group) => (
							<GroupChoice
								key={group.id}
								lineId={line.id}
								group={group}
								field={field}
								place="step"
							/>
						))}
						{extras.length > 0 && (
							<ExtraRows
								extras={extras}
								field={(id) => field(`quantities.${id}`)}
								numbers={numbers}
							/>
						)}
						{[...extras, ...pieces].every(({ isTaxed }) => isTaxed) && (
							<p className={styles.note}>{t('cart.vatNote')}</p>
						)}
						<Button pending={pending} variant="ghost" wide>
							{t('shop.choices.save')}
						</Button>
					</>
				)}
			</ChoiceForm>
		</Panel>
	)
}

/** Shows how many groups of choices are complete, '2 von 3 fertig', and which are missing. */
function ChoicesDone({ groups }: { groups: readonly GroupView[] }) {
	const { t } = useI18n()
	const needed = groups.filter(({ rule }) => rule !== 'max')
	if (needed.length === 0) return null
	const missing = needed.filter(({ problems }) => problems.length > 0)
	const done = needed.length - missing.length
	return (
		<div className={stack.sm}>
			<p id="choices-state" role="status" className={styles.progressWords}>
				<strong id="choices-done">
					{t('shop.choices.done', { count: done, total: needed.length })}
				</strong>{' '}
				<span className={styles.missing}>
					{missing.length > 0 &&
						t('shop.choices.missing', { names: missing.map(({ title }) => title).join(', ') })}
				</span>
			</p>
			<progress
				max={needed.length}
				value={done}
				aria-labelledby="choices-done"
				className={styles.bar}
			/>
		</div>
	)
}

function savedNumbers(extras: readonly ExtraView[], numbers: Pieces): Record<string, string> {
	return Object.fromEntries(extras.map(({ id }) => [`quantities.${id}`, String(numbers[id] ?? 0)]))
}
