import { eq, inArray, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { buildFiles } from '#app/db/schema.ts'
import type { BuildFiles, Site } from '#app/gateways/built-files.server.ts'

/** The number of newest builds of a site whose files are kept; the others are deleted when a newer build begins. */
const KEPT_BUILDS = 5

/**
 * The prefix of the desk's files in `build_files`, because builds of the shop and of the desk may give two files one
 * name.
 */
const DESK = 'desk/'

/**
 * Stores the files of a build that are not stored yet, then deletes those that none of the newest five builds of this
 * site has. Every process calls this before it serves a page: one round trip, three in the first process of a build.
 */
export async function storeBuildFiles({ site, names, builtAt, read }: BuildFiles): Promise<void> {
	const paths = names.map((name) => pathOf(site, name))
	const stored = await db
		.update(buildFiles)
		.set({ builtAt: sql`greatest(${buildFiles.builtAt}, ${builtAt.toISOString()}::timestamptz)` })
		.where(inArray(buildFiles.path, paths))
		.returning({ path: buildFiles.path })
	const known = new Set(stored.map(({ path }) => path))
	const lacking = names.filter((name) => !known.has(pathOf(site, name)))
	if (lacking.length === 0) return

	const rows = lacking.map(async (name) => ({
		path: pathOf(site, name),
		builtAt,
		content: await read(name),
	}))
	await db
		.insert(buildFiles)
		.values(await Promise.all(rows))
		.onConflictDoNothing()
	const isOfSite = sql`starts_with(path, ${DESK}) = ${site === 'desk'}`
	await db.execute(sql`
		delete from build_files where ${isOfSite} and built_at not in (
			select distinct built_at from build_files where ${isOfSite} order by built_at desc limit ${KEPT_BUILDS})`)
}

/** Finds the content of a file of the newest five builds of a site; null when none of them has a file of this name. */
export async function findBuildFile(site: Site, name: string): Promise<Buffer | null> {
	const [row] = await db
		.select({ content: sql<string>`encode(${buildFiles.content}, 'base64')` })
		.from(buildFiles)
		.where(eq(buildFiles.path, pathOf(site, name)))
	return row ? Buffer.from(row.content, 'base64') : null
}

function pathOf(site: Site, name: string): string {
	return site === 'desk' ? DESK + name : name
}
