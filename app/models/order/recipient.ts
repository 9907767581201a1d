import { countryOf } from '#app/models/visitor/country.ts'
import { companyOf } from '#app/models/visitor/organisation.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

/** The addressee of an order's papers: an organisation with a contact, or a person. */
export type Recipient = {
	/** The organisation; null for a person. */
	company: string | null
	name: string
	street: string
	supplement: string | null
	postcode: string
	city: string
	/** ISO 3166. */
	country: string
	/** The organisation's own order number. */
	reference: string | null
	/** The routing id (Leitweg-ID) by which an e-invoice reaches an authority; null without one. */
	leitwegId: string | null
}

type Ordered = { recipient: Recipient | null; person: OrderedPerson; party: OrderedParty | null }

/**
 * The recipient of an order's papers: the one named after ordering, else the organisation or company that was ordered
 * for, else the customer.
 */
export function recipientOf({ recipient, person, party }: Ordered): Recipient {
	if (recipient) return recipient
	const { firstName, lastName, street, supplement, postcode, city, organisation } = person
	return {
		company: organisation?.name ?? companyOf(party),
		name: `${firstName} ${lastName}`,
		street,
		supplement,
		postcode,
		city,
		country: countryOf(person),
		reference: organisation?.reference ?? null,
		leitwegId: organisation?.leitwegId ?? null,
	}
}
