import { readFileSync } from 'node:fs'

import { providerSecrets } from '#app/gateways/provider-variables.ts'
import { StartError } from '#app/gateways/start-error.ts'

/** Variables that hold secrets; for each, the variable of this name with `_FILE` may name a file instead. */
export const secretNames = [
	'DATABASE_URL',
	'SESSION_SECRETS',
	'SMTP_URL',
	...providerSecrets,
	'METRICS_TOKEN',
]

type Variables = Record<string, string | undefined>

/**
 * Returns the variables with the secrets read from files: `DATABASE_URL_FILE` names the file whose text, without the
 * white space around it, becomes `DATABASE_URL`, and so for each of `secretNames`. The names of the files are left out.
 * @throws StartError for a file that cannot be read or is empty, and where the variable is set as well
 */
export function withSecretFiles(source: Variables): Variables {
	const named = secretNames.filter((name) => source[fileOf(name)])
	const read = named.map((name) => [name, readSecret(name, source)] as const)
	const without = Object.fromEntries(named.map((name) => [fileOf(name), undefined]))
	return { ...source, ...Object.fromEntries(read), ...without }
}

function fileOf(name: string): string {
	return `${name}_FILE`
}

function readSecret(name: string, source: Variables): string {
	const file = source[fileOf(name)] ?? ''
	if (source[name])
		throw new StartError(`${name} and ${fileOf(name)} are both set: one of them is enough`)
	const secret = contentOf(name, file).trim()
	if (secret) return secret
	throw new StartError(`${fileOf(name)} names an empty file (${file}): it must hold ${name}`)
}

function contentOf(name: string, file: string): string {
	try {
		return readFileSync(file, 'utf8')
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw new StartError(
			`${fileOf(name)} names a file that cannot be read (${file}, ${code}): it must hold ${name}, for example ${fileOf(name)}=/run/secrets/${name.toLowerCase()}`,
		)
	}
}
