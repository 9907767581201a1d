import { personLabels } from '#app/forms/person-fields.tsx'
import type { Message, MessageKey } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** What each field is called in the error summary, in the order of the page. */
const labelKeys: Record<string, MessageKey> = {
	'party.type': 'success.what',
	'party.birthday': 'party.names.birthday',
	'party.company': 'party.names.company',
	'party.team': 'party.names.team',
	'party.bride': 'party.names.bride',
	'party.contactPerson': 'party.contactPerson',
	'answers.giftFor': 'giftVoucher.for',
	'answers.giftFrom': 'giftVoucher.from',
	'answers.giftMessage': 'giftVoucher.message',
	...personLabels,
}

export function useLabels(): Record<string, string> {
	const { t } = useI18n()
	return Object.fromEntries(Object.entries(labelKeys).map(([name, key]) => [name, t(key)]))
}

/** Problems in the order in which their fields are read. */
export function inOrder(errors: Record<string, Message[]>): Record<string, Message[]> {
	const names = Object.keys(labelKeys)
	return Object.fromEntries(
		Object.entries(errors).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
	)
}
