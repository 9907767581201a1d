import type { Load } from '#app/models/capacity/peak.ts'

/**
 * Returns the loads that `wanted` puts on resources beyond `own`, at each moment: max(0, wanted - own). An own place
 * that is no longer wanted is not set against other moments or resources, so own and lacking together are never less
 * than wanted.
 */
export function lacking(own: readonly Load[], wanted: readonly Load[]): Load[] {
	const resources = new Set(wanted.map(({ resourceId }) => resourceId))
	return [...resources].flatMap((resourceId) => {
		const of = (loads: readonly Load[]) => loads.filter((load) => load.resourceId === resourceId)
		return lackingOf(resourceId, of(own), of(wanted))
	})
}

function lackingOf(resourceId: string, own: readonly Load[], wanted: readonly Load[]): Load[] {
	const bounds = [...own, ...wanted].flatMap(({ from, until }) => [from, until])
	const moments = [...new Set(bounds)].toSorted((one, other) => one - other)
	const lacks: Load[] = []
	for (const [index, from] of moments.entries()) {
		const until = moments[index + 1]
		if (until === undefined) break
		const units = takenAt(wanted, from) - takenAt(own, from)
		if (units <= 0) continue
		const last = lacks.at(-1)
		if (last?.until === from && last.units === units) last.until = until
		else lacks.push({ resourceId, units, from, until })
	}
	return lacks
}

function takenAt(loads: readonly Load[], moment: number): number {
	return loads
		.filter(({ from, until }) => from <= moment && moment < until)
		.reduce((sum, { units }) => sum + units, 0)
}
