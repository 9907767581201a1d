import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { StartError } from '#app/gateways/start-error.ts'
import { newPassword } from '#drizzle/embedded/embedded.ts'

export type Secrets = z.infer<typeof schema>

/**
 * Returns the secrets of a data directory, which are made on first use and kept in `secrets.json` (mode 0600).
 * @throws StartError when that file cannot be read or is damaged
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
	const file = join(dataDir, 'secrets.json')
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined
		throw new StartError(`${file} cannot be read (${error.code})`)
	})
	return text === undefined ? createSecrets(file) : parseSecrets(file, text)
}

const schema = z.object({
	session: z.string().min(32),
	database: z.string().regex(/^[\w-]{24,}$/),
	stripeWebhook: z.string().startsWith('whsec_'),
})

async function createSecrets(file: string): Promise<Secrets> {
	const secrets = {
		session: randomBytes(32).toString('base64url'),
		database: newPassword(),
		stripeWebhook: `whsec_${randomBytes(24).toString('hex')}`,
	}
	await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, '\t')}\n`, { mode: 0o600 })
	await rename(`${file}.new`, file)
	return secrets
}

function parseSecrets(file: string, text: string) {
	try {
		return schema.parse(JSON.parse(text))
	} catch {
		throw new StartError(
			`${file} is damaged: bring it back, or move the data directory away to begin anew`,
		)
	}
}
