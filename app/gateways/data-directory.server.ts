import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { StartError } from '#app/gateways/start-error.ts'

/**
 * Makes the folder for the shop's own files, if it is missing, and tries to write a file in it.
 *
 * @throws StartError when the folder cannot be written
 */
export async function requireDataDirectory(directory: string): Promise<void> {
	// Not with `recursive`, which never returns where no folder can be made (in /proc).
	await mkdir(directory, { mode: 0o700 }).catch(() => {})
	const refusal = await probe(directory)
	if (refusal) {
		throw new StartError(
			`The data directory ${directory} cannot be written (${refusal}): choose another one, for example DATA_DIR=/var/lib/raumzeit`,
		)
	}
}

/** True when a file can be written in the folder now. */
export async function isWritable(directory: string): Promise<boolean> {
	return (await probe(directory)) === undefined
}

/**
 * Writes and removes a file in the folder; returns the code of the error that this met ('EACCES'), undefined when it
 * succeeded.
 */
async function probe(directory: string): Promise<string | undefined> {
	const file = join(directory, `.probe-${randomUUID()}`)
	try {
		await writeFile(file, '')
		await rm(file)
		return undefined
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? String(error)
	}
}
