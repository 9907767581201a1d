import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

/**
 * The last number of each counter (orders, invoices) that this node has seen, with the id of the shop they belong to.
 */
export type NotedNumbers = { shop: string; numbers: Record<string, number> }

const noted = z.object({ shop: z.string(), numbers: z.record(z.string(), z.int()) })

/**
 * Reads the last numbers that this node noted in `numbers.json` in `directory` (record 041); null when the file is
 * missing or cannot be read.
 */
export async function readNotedNumbers(directory: string): Promise<NotedNumbers | null> {
	try {
		return noted.parse(JSON.parse(await readFile(fileIn(directory), 'utf8')))
	} catch {
		return null
	}
}

/**
 * Notes the last numbers in `numbers.json` in `directory`: a new file is written and moved into the place of the old
 * one, so that a reader never sees half of one.
 */
export async function noteNumbers(directory: string, numbers: NotedNumbers): Promise<void> {
	const draft = `${fileIn(directory)}.${randomUUID()}`
	try {
		await writeFile(draft, JSON.stringify(numbers), { mode: 0o600 })
		await rename(draft, fileIn(directory))
	} finally {
		await rm(draft, { force: true })
	}
}

function fileIn(directory: string): string {
	return join(directory, 'numbers.json')
}
