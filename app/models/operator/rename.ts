import type { Venue } from '#app/models/venue/venue.ts'

/** A rename of a resource (a room or a zone) by the operator, with its old and its new id; its bookings stay. */
export type Rename = { from: string; to: string }

/** Returns the renames that a venue's files ask for by `was:`. */
export function renamesIn({ resources }: Venue): Rename[] {
	return resources.flatMap(({ id, was }) => (was === undefined ? [] : [{ from: was, to: id }]))
}

/**
 * Returns a venue with its resources under their new ids, so that a comparison with the new files shows the other
 * changes alone.
 */
export function asRenamed(venue: Venue, renames: readonly Rename[]): Venue {
	const names = new Map(renames.map(({ from, to }) => [from, to]))
	const nameOf = (id: string) => names.get(id) ?? id
	return {
		...venue,
		resources: venue.resources.map((resource) => ({ ...resource, id: nameOf(resource.id) })),
		groups: venue.groups.map((group) => ({ ...group, members: group.members.map(nameOf) })),
		products: venue.products.map((product) => ({
			...product,
			uses: product.uses.map((use) =>
				use.resource === undefined ? use : { ...use, resource: nameOf(use.resource) },
			),
		})),
		entry: { ...venue.entry, resource: nameOf(venue.entry.resource) },
	}
}
