/**
 * The subject of an order, for its headline and picture. `what` is the name of its party, room or attraction; null for
 * a visit or a gift.
 */
export type VisitView = {
	what: string | null
	room: string | null
	guests: number | null
	picture: string | null
}
