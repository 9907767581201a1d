import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The two sites, each with a build of its own. */
export type Site = 'shop' | 'desk'

/**
 * The files of a site's build whose names hold a hash of their contents; pages of the site ask for them below
 * `/assets/`.
 */
export type BuildFiles = {
	site: Site
	names: string[]
	builtAt: Date
	read: (name: string) => Promise<Uint8Array>
}

const folders: Record<Site, string> = {
	shop: 'build/client/assets',
	desk: 'build/desk/client/assets',
}

/** Matches the name of a compressed form of another file, which `server/files.ts` sends in that file's place. */
const smallerForm = /\.(br|gz)$/

/** Lists the files of the build of a site in the program's working directory, which is the running build. */
export async function ownBuildFiles(site: Site): Promise<BuildFiles> {
	const folder = folders[site]
	return {
		site,
		names: (await readdir(folder)).filter((name) => !smallerForm.test(name)),
		builtAt: new Date(Number(import.meta.env['VITE_BUILD_TIME'])),
		read: (name) => readFile(join(folder, name)),
	}
}
