import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import type { Config } from '@react-router/dev/config'
import { build } from 'vite'

import { bundled } from './scripts/shop/bundled.ts'

export default {
	ssr: true,
	// Every route is in the page's manifest: no `/__manifest` endpoint to guard.
	routeDiscovery: { mode: 'initial' },
	future: {
		v8_middleware: true,
		v8_passThroughRequests: true,
		v8_splitRouteModules: true,
		v8_trailingSlashAwareDataRequests: true,
		v8_viteEnvironmentApi: true,
	},
	// Where a change comes from is checked by `sameOriginMiddleware`, more strictly and with our page.
	allowedActionOrigins: ['**'],
	async buildEnd({ reactRouterConfig: { buildDirectory } }) {
		await writeSmallerForms(join(buildDirectory, 'client/assets'))
		await buildServer(join(buildDirectory, 'serve'))
	},
} satisfies Config

/** Beside each file of words its smaller forms, which `server/files.ts` gives out in its place. */
async function writeSmallerForms(folder: string) {
	for (const file of await readdir(folder)) {
		if (!/\.(js|css|svg)$/.test(file)) continue
		const content = await readFile(join(folder, file))
		await writeFile(join(folder, `${file}.br`), await promisify(brotliCompress)(content))
		await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
	}
}

/**
 * The server around the shop and the operator's command, in plain JavaScript: what reads TypeScript at run time
 * would stay in the memory of each process, a quarter of it, and is no package of a production folder.
 */
async function buildServer(outDir: string) {
	const input = { serve: 'server/serve.ts', venue: 'scripts/venue.ts' }
	const options = {
		ssr: true,
		outDir,
		target: 'node20',
		copyPublicDir: false,
		rolldownOptions: { input },
	}
	const ssr = { noExternal: bundled }
	await build({ configFile: false, logLevel: 'warn', build: options, ssr })
}
