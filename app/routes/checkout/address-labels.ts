import { useMemo } from 'react'

import type { FormErrors } from '#app/forms/form.ts'
import { personLabels } from '#app/forms/person-fields.tsx'
import type { MessageKey } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

const partyLabels = {
	'party.type': 'success.what',
	'party.birthday': 'party.names.birthday',
	'party.company': 'party.names.company',
	'party.team': 'party.names.team',
	'party.bride': 'party.names.bride',
	'party.contactPerson': 'party.contactPerson',
} as const satisfies Record<string, MessageKey>

/** Returns the label of each field for the error summary, in the order of the page. */
export function useLabels(
	questions: readonly { productId: string; label: string }[],
): Record<string, string> {
	const { t } = useI18n()
	const inWords = (keys: Record<string, MessageKey>) =>
		Object.entries(keys).map(([name, key]) => [name, t(key)])
	return Object.fromEntries([
		...inWords(partyLabels),
		...questions.map(({ productId, label }) => [`answers.${productId}`, label]),
		...inWords(personLabels),
	])
}

/** Returns the form's problems, sorted by the order of their fields on the page. */
export function useInOrder(
	{ id, allErrors }: FormErrors,
	labels: Record<string, string>,
): FormErrors {
	// A string is equal by value: the summary takes the focus when its problems change, not at each reload.
	const names = Object.keys(labels).join(' ')
	return useMemo(() => {
		const order = names.split(' ')
		const problems = Object.entries(allErrors).toSorted(
			([one], [other]) => order.indexOf(one) - order.indexOf(other),
		)
		return { id, allErrors: Object.fromEntries(problems) }
	}, [id, allErrors, names])
}
