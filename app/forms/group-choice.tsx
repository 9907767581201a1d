import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'

import { choicesId, submittedValue, type CartAnswer } from '#app/forms/cart-answer.ts'
import { useCartChanges } from '#app/forms/cart-changes.tsx'
import { CartForm, type CartFormState } from '#app/forms/cart-form.tsx'
import type { FormResult } from '#app/forms/form.ts'
import * as styles from '#app/forms/group-choice.css.ts'
import {
	GroupItems,
	isToBeHad,
	shortNameIn,
	type GroupItemsProps,
} from '#app/forms/group-items.tsx'
import { SharedOut } from '#app/forms/shared-out.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isOneChoice, quantityOf } from '#app/models/product/groups.ts'
import { EnterButton } from '#app/ui/enter-button.tsx'
import type { GroupView, LineView, RuleView } from '#app/ui/order/line-view.ts'
import { visuallyHidden } from '#app/ui/page.css.ts'
import { Sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'

type ChoiceFormProps = {
	line: Pick<LineView, 'id' | 'quantity' | 'groups'>
	/**
	 * The id of the form on a page with one such form: its fields then have the same ids for all visitors. By default it
	 * holds the id of the line.
	 */
	id?: string
	/** The id of the part of the page to which the page comes back after a change without JavaScript. */
	anchor: string
	className?: string
	/** The saved values of the form's other fields by name. */
	saved?: Record<string, string>
	/** The refusal by `/cart`, where it comes with the page itself, as without JavaScript. */
	answer?: FormResult | null
	children: (form: CartFormState) => ReactNode
}

/**
 * One form for all groups of choices of a package, so that nothing typed is lost between them. It is sent by itself
 * where scripts run.
 */
export function ChoiceForm(props: ChoiceFormProps) {
	const { line, id = choicesId(line.id), anchor, className, saved, answer = null, children } = props
	return (
		<CartForm
			id={id}
			anchor={anchor}
			className={className}
			saved={{ ...savedPieces(line.groups), ...saved }}
			answer={answer}
			quick
		>
			{(form) => (
				<>
					<EnterButton />
					<input type="hidden" name="intent" value="set" />
					<input type="hidden" name="line" value={line.id} />
					<input type="hidden" name="guests" value={line.quantity} />
					{children(form)}
				</>
			)}
		</CartForm>
	)
}

function savedPieces(groups: readonly GroupView[]): Record<string, string> {
	return Object.fromEntries(
		groups.flatMap((group) => {
			if (!isOneChoice(group))
				return group.items.map(({ id, quantity }) => [`pieces.${id}`, String(quantity)])
			const chosen = group.items.find(({ quantity }) => quantity > 0)
			return [[`choices.${group.id}`, chosen?.id ?? '']]
		}),
	)
}

type GroupChoiceProps = GroupItemsProps & {
	lineId: string
	/** The refusal by `/cart`, where it comes with the page itself, as without JavaScript. */
	answer?: CartAnswer | null
}

/** A group of choices of a package: a heading that says how far its rule is met, and the things to choose from. */
export function GroupChoice(props: GroupChoiceProps) {
	const { lineId, group, place } = props
	return (
		<SharedOut group={group} id={choicesId(lineId, group.id)} className={styles.group[place]}>
			<Legend {...props} />
			<ForAll group={group} />
			<GroupItems {...props} />
		</SharedOut>
	)
}

function Legend({ lineId, group, place, answer = null }: GroupChoiceProps) {
	const { t } = useI18n()
	const { refusal } = useCartChanges()
	const last = refusal ?? answer
	const isOwn = last?.group?.id === group.id && submittedValue(last.result, 'line') === lineId
	const [refused] = (isOwn && last.result.error?.['']) || []
	return (
		<legend className={isOneChoice(group) ? styles.shortLegend : styles.legend}>
			{place === 'fold' ? (
				<span>
					<span className={visuallyHidden}>{group.title}: </span>
					{ruleOf(t, group)}
				</span>
			) : (
				<span>
					{group.title}{' '}
					{place === 'card' && <small className={styles.rule}>{ruleOf(t, group)}</small>}
				</span>
			)}{' '}
			{refused ? (
				<span className={styles.refused}>
					<Sentence of={refused} />
				</span>
			) : (
				place !== 'fold' && <State group={group} />
			)}
		</legend>
	)
}

/** Returns the rule of a group of choices in words: 'genau eine Wahl pro Gast', 'mindestens 2'. */
export function ruleOf(t: TFunction, { rule, n, perGuest }: RuleView): string {
	return t(`shop.rules.${rule}${perGuest ? 'PerGuest' : ''}`, { count: n })
}

function State({ group }: { group: GroupView }) {
	const { t } = useI18n()
	const [problem] = group.problems
	const count = quantityOf(group.items)
	if (problem) {
		return (
			<span className={styles.open}>
				<Sentence of={problem.message} />
				{problem.others && `: ${problem.others}`}
			</span>
		)
	}
	return (
		<span className={count === 0 ? styles.none : styles.done}>
			<Sign name="check" className={styles.check} />
			{group.rule === 'exactlyOne' && group.perGuest
				? t('shop.choices.ofAll', { count, total: group.guests })
				: t('shop.choices.chosen', { count })}
		</span>
	)
}

/**
 * Buttons that choose one thing of a group for every guest. They stay after a press, so that nothing below them moves
 * (faults N44).
 */
export function ForAll({ group }: { group: GroupView }) {
	const { t } = useI18n()
	const isPerGuest = group.rule === 'exactlyOne' && group.perGuest
	if (!isPerGuest) return null
	return (
		<p className={styles.forAll}>
			{t('shop.choices.all')}
			{group.items.filter(isToBeHad).map(({ id, name, quantity }) => (
				<button
					key={id}
					type="submit"
					name="all"
					value={id}
					aria-label={t('shop.choices.allOf', { name })}
					aria-pressed={quantity === group.guests}
					className={styles.forAllButton}
				>
					{shortNameIn(group, name)}
				</button>
			))}
		</p>
	)
}
