import type { Venue } from '#app/models/venue/venue.ts'

/** A resource that has another id now: the walls, and what is booked in them, are the same. */
export type Rename = { from: string; to: string }

/** What the files rename by `was:`. */
export function renamesIn({ resources }: Venue): Rename[] {
	return resources.flatMap(({ id, was }) => (was === undefined ? [] : [{ from: was, to: id }]))
}

/** A venue as if its resources had had their new ids already; what differs from the new one besides is a change. */
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
