import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that the build names by their content; pages ask for them below `/assets/`. */
export type BuildFiles = {
	names: string[]
	builtAt: Date
	read: (name: string) => Promise<Uint8Array>
}

const FOLDER = 'build/client/assets'

/** A compressed form of the file beside it, which `server/files.ts` sends in its place. */
const smallerForm = /\.(br|gz)$/

/** Lists the files of the running build, in the program's working directory. */
export async function ownBuildFiles(): Promise<BuildFiles> {
	return {
		names: (await readdir(FOLDER)).filter((name) => !smallerForm.test(name)),
		builtAt: new Date(Number(import.meta.env['VITE_BUILD_TIME'])),
		read: (name) => readFile(join(FOLDER, name)),
	}
}
