import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { isRoot, postgresAccount } from './account.ts'

const run = promisify(execFile)

test('an existing account is used, and the machine is left unchanged', async () => {
	const before = await readFile('/etc/passwd', 'utf8')
	const account = await postgresAccount(['none-of-this-name', 'nobody', 'daemon'])
	const { stdout } = await run('id', ['-u', 'nobody'])
	expect(account.uid).toBe(isRoot() ? Number(stdout) : undefined)
	expect(await readFile('/etc/passwd', 'utf8')).toBe(before)
})
