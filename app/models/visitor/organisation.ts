import { z } from 'zod'

import { say } from '#app/i18n/say.ts'
import { printable } from '#app/models/printable.ts'
import {
	hasCheckDigitsOfLeitwegId,
	hasFormOfLeitwegId,
	plainLeitwegId,
} from '#app/models/visitor/leitweg-id.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { whenFieldsRead } from '#app/models/when-fields-read.ts'

/**
 * The company, school or authority that invoices are made out to. `reference` is the number under which it orders;
 * `leitwegId` leads the e-invoice to an authority.
 */
export type Organisation = { name: string; reference: string | null; leitwegId: string | null }

const leitwegId = z
	.string()
	.transform(plainLeitwegId)
	.pipe(
		z
			.string()
			.refine(hasFormOfLeitwegId, { ...say('leitwegIdForm'), abort: true })
			.refine(hasCheckDigitsOfLeitwegId, say('leitwegIdCheck')),
	)

/** The schema of a typed organisation; all of its fields are optional. */
export const organisation = z
	.object({
		name: z.string().trim().max(100).superRefine(printable).optional(),
		reference: z.string().trim().max(60).superRefine(printable).optional(),
		leitwegId: leitwegId.optional(),
	})
	.optional()

type Typed = {
	organisation?: z.output<typeof organisation>
	party?: OrderedParty | null | undefined
}

/**
 * Returns a typed organisation as stored; one without a name gets that of the company whose party it is. Null when
 * there is no name.
 */
export function organisationIn({ organisation, party }: Typed): Organisation | null {
	const { name, reference = null, leitwegId = null } = organisation ?? {}
	const named = name ?? (reference || leitwegId ? companyOf(party) : null)
	return named ? { name: named, reference, leitwegId } : null
}

/** Returns the name of the company that a party is for; null for any other party. */
export function companyOf(party: OrderedParty | null | undefined): string | null {
	return party?.type === 'company' ? party.name : null
}

/** True unless a reference or a Leitweg-ID is typed for an organisation without a name. */
export function isNamed(typed: Typed): boolean {
	const { reference, leitwegId } = typed.organisation ?? {}
	return (!reference && !leitwegId) || organisationIn(typed) !== null
}

/** The issue of an organisation whose name is missing. */
export const nameMissing = {
	path: ['organisation', 'name'],
	...say('required'),
	when: whenFieldsRead('organisation', 'party'),
}
