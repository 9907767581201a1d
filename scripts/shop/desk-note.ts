import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Notes in the data directory the address at which the desk was opened last, for commands that make links to it. */
export async function noteDeskOrigin(dataDir: string, origin: string): Promise<void> {
	await writeFile(fileIn(dataDir), `${origin}\n`)
}

/** Reads the address at which the desk was opened last; null where no start has noted one. */
export async function readDeskOrigin(dataDir: string): Promise<string | null> {
	const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
	return text.trim() || null
}

function fileIn(dataDir: string): string {
	return join(dataDir, 'desk-origin')
}
