import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { withSecretFiles } from '#app/gateways/secret-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { startLine } from '#server/run.ts'
import { isBookedAgain, rehearseLoss } from '#testing/rehearsed-loss.ts'
import { drillRestore, isWhole, linesOf } from '#testing/restore-drill.ts'

const USAGE = `npm run restore-drill -- [DUMP | --rehearse]

Tries a backup: restores DUMP (pg_dump --format=custom) into a new PostgreSQL of its own on this machine,
makes the shop's role, counts its rows, lets the numbers leap as a start would, compares it with the money
of the providers since its newest order where their keys are set, recomputes every promise, and removes
all of it again. Without DUMP it dumps the database of DATABASE_URL first, and compares the rows. The
source is only read. Exits with 1 when a promise is broken, a row is missing, or what it reads is no
database of a shop. Needs Debian's PostgreSQL, of the same version as the server or newer.

--rehearse loses a booking on purpose, in a shop of its own with the pretend provider: one order is paid
before the dump and one after it. The restored copy lacks the second, and reconcile makes it again. Exits
with 1 also when it is not booked again under its number. Needs the build (npm run build).`

async function main(): Promise<number> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			rehearse: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	})
	if (values.help) {
		console.log(USAGE)
		return 0
	}
	if (values.rehearse) {
		const { figures, number } = await rehearseLoss()
		console.log([...linesOf(figures), `lost booking    ${number}`].join('\n'))
		return isWhole(figures) && isBookedAgain(figures, number) ? 0 : 1
	}
	const [dump] = positionals
	const databaseUrl = withSecretFiles(process.env)['DATABASE_URL']
	if (!dump && !databaseUrl)
		throw new StartError('restore-drill needs a DUMP, or DATABASE_URL to make one')
	const figures = await drillRestore({ dump: dump && resolve(dump), databaseUrl })
	console.log(linesOf(figures).join('\n'))
	return isWhole(figures) ? 0 : 1
}

try {
	process.exit(await main())
} catch (error) {
	console.error(startLine(error))
	process.exitCode = 1
}
