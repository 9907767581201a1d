import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that the build names by their content; pages ask for them below `/assets/`. */
export type BuildFiles = {
	names: string[]
	builtAt: Date
	read: (name: string) => Promise<Uint8Array>
}

const FOLDER = 'build/client/assets'

/** Beside a file lie its smaller forms, which `server/files.ts` gives out in its place. */
const smallerForm = /\.(br|gz)$/

/** The files of the running build, which lie in the folder the program is started in. */
export async function ownBuildFiles(): Promise<BuildFiles> {
	return {
		names: (await readdir(FOLDER)).filter((name) => !smallerForm.test(name)),
		builtAt: new Date(Number(import.meta.env['VITE_BUILD_TIME'])),
		read: (name) => readFile(join(FOLDER, name)),
	}
}
