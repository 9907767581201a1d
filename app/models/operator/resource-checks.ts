import {
	type Problem,
	idsOf,
	problem,
	duplicates,
	unknownName,
} from '#app/models/operator/files.ts'
import { minuteOf } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Yields the contradictions in the resources of the files and in their groups. */
export function* checkResources(venue: Venue): Problems {
	yield* checkNights(venue)
	yield* checkFormerIds(venue)
	yield* checkGroups(venue)
}

/** Yields a problem for each `was` that names the id of a resource in the files, or an id that another `was` names. */
function* checkFormerIds({ resources }: Venue): Problems {
	const ids = idsOf(resources)
	const former = resources.flatMap(({ was }, index) => (was === undefined ? [] : [{ was, index }]))
	for (const [place, { was, index }] of former.entries()) {
		const path = ['resources', index, 'was']
		if (ids.includes(was)) {
			yield problem(
				path,
				`"${was}" is still the id of a resource: only an id that is gone is renamed`,
			)
		}
		if (former.slice(0, place).some((other) => other.was === was)) {
			yield problem(path, `"${was}" is the former id of another resource already`)
		}
	}
}

/**
 * Yields a problem for each resource whose cleaning may last until the next day opens, because places are counted day
 * by day.
 */
function* checkNights({ calendar, resources }: Venue): Problems {
	const { weekdays, publicHolidays, schoolHolidays, overrides } = calendar
	const all = [
		...Object.values(weekdays),
		publicHolidays,
		schoolHolidays,
		...overrides.map(({ hours }) => hours),
	].filter((hours) => hours !== null)
	const opens = Math.min(...all.map((hours) => minuteOf(hours.opens)))
	const closes = Math.max(...all.map((hours) => minuteOf(hours.closes)))
	for (const [index, { bufferAfter = 0 }] of resources.entries()) {
		if (closes + bufferAfter <= minuteOf('24:00') + opens) continue
		yield problem(
			['resources', index, 'bufferAfter'],
			'lasts from the latest closing time beyond the earliest opening time of the next day',
		)
	}
}

function* checkGroups(venue: Venue): Problems {
	for (const [index, group] of venue.groups.entries()) {
		const path = ['groups', index, 'members']
		yield* duplicates(path, group.members, (member) => member)
		for (const [at, member] of group.members.entries()) {
			const resource = venue.resources.find(({ id }) => id === member)
			if (!resource) yield unknownName([...path, at], 'resource', member, idsOf(venue.resources))
			else if (resource.seats === undefined) {
				yield problem(
					[...path, at],
					`"${member}" is a zone: a group has exclusive rooms (with seats) only`,
				)
			}
		}
	}
}

type Problems = Generator<Problem, void>
