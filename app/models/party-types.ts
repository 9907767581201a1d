/** The occasions that a package, room or attraction is booked for. Each asks for a name of its own. */
export const partyTypes = ['birthday', 'company', 'team', 'bride'] as const
export type PartyType = (typeof partyTypes)[number]

export function parsePartyType(text: unknown): PartyType | undefined {
	return partyTypes.find((type) => type === text)
}
