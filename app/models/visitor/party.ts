import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { printable } from '#app/models/printable.ts'

/** The most characters of a party's name, and of its contact person. */
export const LONGEST_PARTY_NAME = 120

const name = z.string().trim().max(LONGEST_PARTY_NAME).superRefine(printable).optional()

/**
 * The schema of a party of one of the offered `types`. Without JavaScript the form shows a name field for each type;
 * the one of the chosen type is required, and the others are dropped.
 */
export function partyOf(types: readonly PartyType[]) {
	return z
		.object({
			type: z.enum(types, say('partyTypeRequired')),
			birthday: name,
			company: name,
			team: name,
			bride: name,
			contactPerson: name,
		})
		.superRefine((party, context) => {
			if (!party[party.type])
				context.addIssue({ code: 'custom', path: [party.type], message: 'partyNameRequired' })
		})
		.transform(({ type, contactPerson = null, ...names }) => ({
			type,
			name: names[type] ?? '',
			contactPerson,
		}))
}

/**
 * A party as it is stored. `name` is that of the celebrant, the company or department, the team or club, or the bride
 * or groom.
 */
export type OrderedParty = {
	type: PartyType
	name: string
	contactPerson: string | null
	/** The age that the child of a birthday turns; asked for at the desk alone. */
	age?: number | null
}
