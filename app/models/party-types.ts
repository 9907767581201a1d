/**
 * The types of party for which a package, room or attraction is booked. Each type has a field of its own for the
 * party's name.
 */
export const partyTypes = ['birthday', 'company', 'team', 'bride'] as const
export type PartyType = (typeof partyTypes)[number]

export function parsePartyType(text: unknown): PartyType | undefined {
	return partyTypes.find((type) => type === text)
}
