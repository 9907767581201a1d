// `npm run venue`: runs the operator's command, which is built beside the server and needs no development packages.
import { existsSync } from 'node:fs'

const program = new URL('../build/serve/venue.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
	console.error('The shop is not built yet: npm ci --include=dev && npm run build')
	process.exitCode = 1
}
