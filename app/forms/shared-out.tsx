import { useState, type ComponentProps, type FormEvent } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { GroupView } from '#app/ui/order/line-view.ts'
import * as pages from '#app/ui/page.css.ts'

type SharedOutProps = ComponentProps<'fieldset'> & { group: GroupView }

/**
 * The fieldset around the numbers of a group of choices. Where every guest has one thing of the group, raising one
 * number lowers the largest other one, as on the server (faults N25), and screen readers hear of it.
 */
export function SharedOut({ group, children, ...rest }: SharedOutProps) {
	const { t } = useI18n()
	const [news, setNews] = useState('')
	const { rule, perGuest, guests, items } = group
	if (rule !== 'exactlyOne' || !perGuest) return <fieldset {...rest}>{children}</fieldset>

	function share({ target, currentTarget }: FormEvent<HTMLFieldSetElement>) {
		const fewer = shareOut(
			target,
			[...currentTarget.querySelectorAll<HTMLInputElement>(number)],
			guests,
		)
		const words = fewer.flatMap(({ name: field, value }) =>
			items
				.filter(({ id }) => field.endsWith(`.${id}`))
				.map(({ name }) => t('shop.choices.fewer', { name, count: Number(value) })),
		)
		if (words.length > 0) setNews(words.join(' '))
	}
	return (
		<fieldset {...rest} onChange={share}>
			{children}
			<p role="status" className={pages.visuallyHidden}>
				{news}
			</p>
		</fieldset>
	)
}

const number = 'input[type="number"]'

/** Takes the surplus over the number of guests from the other fields, the largest first; returns the changed fields. */
function shareOut(
	own: EventTarget,
	fields: HTMLInputElement[],
	guests: number,
): HTMLInputElement[] {
	const others = fields.filter((field) => field !== own)
	if (others.length === fields.length || !(own as HTMLInputElement).validity.valid) return []
	const changed = new Set<HTMLInputElement>()
	let tooMany = fields.reduce((sum, field) => sum + Number(field.value), 0) - guests
	for (; tooMany > 0; tooMany--) {
		const [most] = others.toSorted((one, other) => Number(other.value) - Number(one.value))
		if (!most || Number(most.value) === 0) break
		most.stepDown()
		changed.add(most)
	}
	// Dispatched after all changes: the listeners count all fields.
	for (const field of changed) field.dispatchEvent(new Event('input', { bubbles: true }))
	return [...changed]
}
