import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { startDesk, type DeskProcess } from './desk-process.ts'

let folder: string
let desk: DeskProcess | undefined

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'raumzeit-desk-'))
})
afterEach(async () => {
	await desk?.stop()
	await rm(folder, { recursive: true })
})

test('a desk that dies is started again, and ends with the shop (faults N112)', async () => {
	desk = startDesk(await program(`process.send('ready'); setInterval(() => {}, 1e6)`))
	await desk.begun
	const first = desk.pid() ?? 0
	process.kill(first, 'SIGKILL')
	await expect.poll(() => desk?.pid()).not.toBe(first)
	await expect.poll(beginnings).toBe(2)

	const second = desk.pid() ?? 0
	await desk.stop()
	expect(() => process.kill(second, 0)).toThrow('ESRCH')
})

test('a desk that cannot begin does not keep the shop waiting, and is tried again (faults N112)', async () => {
	desk = startDesk(await program(`process.exit(1)`))
	await desk.begun
	await expect.poll(beginnings).toBeGreaterThan(2)
})

/** Writes a program that notes each of its beginnings. */
async function program(rest: string): Promise<string> {
	const file = join(folder, 'desk.mjs')
	const note = `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(join(folder, 'beginnings'))}, '.')\n`
	await writeFile(file, note + rest)
	return file
}

async function beginnings(): Promise<number> {
	return (await readFile(join(folder, 'beginnings'), 'utf8')).length
}
