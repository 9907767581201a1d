import { useState } from 'react'

import { answerTo, type CartAnswer } from '#app/forms/cart-answer.ts'
import type { CartFormState } from '#app/forms/cart-form.tsx'
import { ChoiceForm, GroupChoice } from '#app/forms/group-choice.tsx'
import { QuantityForm, RemoveForm } from '#app/forms/line-forms.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { isAllIncluded } from '#app/models/product/price.ts'
import * as styles from '#app/routes/cart/cart-lines.css.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { GroupView, LineView } from '#app/ui/order/line-view.ts'
import { Problems } from '#app/ui/order/problems.tsx'
import { Picture } from '#app/ui/picture.tsx'

type CartLinesProps = { cart: CartView; answer: CartAnswer | null }

/** The lines of the cart, each package with its extras below. */
export function CartLines({ cart, answer }: CartLinesProps) {
	const topLines = cart.lines.filter((line) => line.parentId === null)
	return (
		<ul role="list" className={styles.lines}>
			{topLines.map((line) => (
				<li key={line.id}>
					<Line line={line} cart={cart} answer={answer} />
				</li>
			))}
		</ul>
	)
}

type LineProps = CartLinesProps & { line: LineView }

function Line({ line, cart, answer }: LineProps) {
	const { t } = useI18n()
	const extras = cart.lines.filter((other) => other.parentId === line.id)
	return (
		<article aria-labelledby={`line-${line.id}`} className={styles.line}>
			<Head line={line} isFixed={cart.isOrdered} canBeRemoved={!cart.isOrdered && line.max === 1} />
			<Problems of={line.problems} />
			{!cart.isOrdered && line.max > 1 && <Controls line={line} answer={answer} />}
			{extras.length > 0 && (
				<ul role="list" className={styles.extras} aria-label={t('cart.extras')}>
					{extras.map((extra) => (
						<li key={extra.id}>
							<Extra extra={extra} line={line} cart={cart} answer={answer} />
						</li>
					))}
				</ul>
			)}
			{!cart.isOrdered && line.groups.length > 0 && <Groups line={line} answer={answer} />}
		</article>
	)
}

type HeadProps = {
	line: LineView
	/** True when no field below shows the number of the line. */
	isFixed: boolean
	canBeRemoved: boolean
}

function Head({ line, isFixed, canBeRemoved }: HeadProps) {
	const { t, locale } = useI18n()
	const price = euros(line.unitPrice, locale)
	const facts = [
		line.perGuest && t('cart.guestCount', { count: line.quantity }),
		line.detail,
		line.answer,
		line.perGuest ? t('cart.perGuest', { price }) : t('cart.unitPrice', { price }),
	]
	return (
		<div className={styles.head}>
			<Picture src={line.picture} width={160} height={100} alt="" className={styles.picture} />
			<div className={styles.words}>
				<h3 className={styles.name}>
					{isFixed && !line.perGuest && (
						<span className={styles.times}>{line.quantity}&nbsp;×&nbsp;</span>
					)}
					<span id={`line-${line.id}`}>
						<KeptTogether text={line.name} />
					</span>
				</h3>
				<ul role="list" className={styles.facts}>
					{facts.filter(Boolean).map((fact) => (
						<li key={String(fact)}>
							<KeptTogether text={String(fact)} />
						</li>
					))}
				</ul>
			</div>
			<p className={styles.amount}>{euros(line.amount, locale)}</p>
			{canBeRemoved && (
				<div className={styles.onlyRemoval}>
					<RemoveForm line={line} anchor="choice" />
				</div>
			)}
		</div>
	)
}

/**
 * The row of an extra in a package of the cart. The group of choices sets its number; an extra without a group has a
 * field of its own.
 */
function Extra({ extra, line, cart, answer }: LineProps & { extra: LineView }) {
	const { t, locale } = useI18n()
	const isFree = isAllIncluded(extra)
	const isInGroup = line.groups.some(({ items }) => items.some(({ id }) => id === extra.productId))
	return (
		<div className={styles.extra}>
			<p className={styles.extraWords}>
				<span className={styles.times}>{extra.quantity}&nbsp;×</span> {extra.name}
				{extra.included > 0 && !isFree && (
					<span className={styles.note}> {t('cart.included', { count: extra.included })}</span>
				)}
				{extra.answer && <span className={styles.answer}>{extra.answer}</span>}
			</p>
			<p className={styles.extraAmount}>
				{isFree ? t('shop.group.included') : euros(extra.amount, locale)}
			</p>
			<Problems of={extra.problems} />
			{!cart.isOrdered &&
				(isInGroup ? (
					<RemoveForm line={extra} anchor={`line-${line.id}`} />
				) : (
					<Controls line={extra} answer={answer} />
				))}
		</div>
	)
}

function Controls({ line, answer }: Pick<LineProps, 'line' | 'answer'>) {
	return (
		<div className={styles.controls}>
			{line.max > 1 && (
				<QuantityForm
					line={line}
					anchor={`line-${line.id}`}
					answer={answerTo(answer, 'quantity', { line: line.id })}
				/>
			)}
			<div className={styles.removal}>
				<RemoveForm line={line} anchor="choice" />
			</div>
		</div>
	)
}

/** The groups of choices of a package in the cart. After a refusal all are unfolded, because one form sent them all. */
function Groups({ line, answer }: Pick<LineProps, 'line' | 'answer'>) {
	const own = answerTo(answer, 'set', { line: line.id })
	return (
		<ChoiceForm line={line} anchor={`line-${line.id}`} answer={own}>
			{(form) =>
				line.groups.map((group) => (
					<Group key={group.id} lineId={line.id} group={group} answer={own && answer} {...form} />
				))
			}
		</ChoiceForm>
	)
}

type GroupProps = CartFormState & { lineId: string; group: GroupView; answer: CartAnswer | null }

/**
 * One group of choices of a package in the cart, unfolded while something is missing or was refused. A choice does not
 * fold it: choices save themselves, and nothing moves away from under the finger.
 */
function Group({ lineId, group, answer, field, pending }: GroupProps) {
	const { t } = useI18n()
	const isAnswered = group.items.some(({ quantity }) => quantity > 0)
	const isAsked = group.problems.length > 0 || answer !== null
	const [wasAsked, setWasAsked] = useState(isAsked)
	if (isAsked && !wasAsked) setWasAsked(true)
	return (
		<details open={wasAsked} className={styles.group}>
			<summary className={styles.summary}>
				<span className={styles.title}>{group.title}</span>
				{group.problems.length === 0 ? (
					<Badge>{t(isAnswered ? 'cart.groupDone' : 'cart.chooseExtras')}</Badge>
				) : (
					<Problems of={group.problems} />
				)}
			</summary>
			<div className={styles.choice}>
				<GroupChoice lineId={lineId} group={group} field={field} place="fold" answer={answer} />
				<Button
					variant={group.problems.length > 0 ? 'primary' : 'ghost'}
					pending={pending}
					className={styles.save}
				>
					{t('shop.group.save')}
				</Button>
			</div>
		</details>
	)
}
