import type { TFunction } from 'i18next'

import { quoted, type Fact } from '#app/emails/letter.ts'
import type { Order } from '#app/models/order/order.ts'
import { countryOf, nameAbroad } from '#app/models/visitor/country.ts'

/** Returns the facts for a letter about who ordered: the address, and what an organisation wants on its invoice. */
export function customerFacts({ person, locale }: Order, t: TFunction): Fact[] {
	const { organisation, supplement } = person
	const address = [
		organisation?.name,
		`${person.firstName} ${person.lastName}`,
		person.street,
		supplement,
		`${person.postcode} ${person.city}`.trim(),
		nameAbroad(countryOf(person), locale),
	].filter((line): line is string => Boolean(line))
	const parts = (['reference', 'leitwegId'] as const).map((part) => ({
		label: t(`invoice.${part}`),
		value: quoted(organisation?.[part] ?? ''),
	}))
	return [
		{ label: t('mail.confirmation.customer'), value: address.map(quoted).join('\n') },
		...parts.filter(({ value }) => value !== ''),
	]
}
