import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { printable } from '#app/models/printable.ts'

const name = z.string().trim().max(120).superRefine(printable).optional()

/**
 * The schema of a party of one of the offered `types`. Without JavaScript the form shows all name fields; only the one
 * of the chosen type counts, and it is required.
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

/** `name` is the celebrant, the company or department, the team or club, or the bride or groom. */
export type OrderedParty = { type: PartyType; name: string; contactPerson: string | null }
