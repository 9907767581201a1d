import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

import { blocksOfServers } from './app/i18n/of-servers.ts'
import { bundled } from './scripts/shop/bundled.ts'
import { nameBuild } from './scripts/shop/name-build.ts'

// What a browser runs asks whether there is a newer build.
nameBuild()

/** Matches the modules of the start page and of every other page, but for the few parts that stand in a checkout only. */
const ofEveryPage =
	/\/app\/(ui\/(?!pay-marks|route-to|safe-html|progress|qr|problem-alert|order\/(at-the-till|checkout-outcome|day-plan|gift-panel|invoices|order-|problems|receipt|shown|ticket|when))|models\/(money|offer\/take\b)|i18n\/(i18n|use-i18n|words)|forms\/(affiliate|cart|first|follow|group|hold|line|mended|messages|number|plain|shared|stepper|text-field|voucher))/

const library = (name: string) => new RegExp(`/node_modules/${name}/`)

export default defineConfig(({ command }) => ({
	plugins: [
		routerWithoutWarnings(),
		vanillaExtractPlugin(
			process.env['NODE_ENV'] === 'production' ? { identifiers: shortNames() } : {},
		),
		reactRouter(),
		wordsOfBrowsers(),
		minifiedTwice(),
	],
	build: {
		// One file: a page of ours needs most of it, and files cost more than what is in them.
		cssCodeSplit: false,
		rolldownOptions: {
			treeshake: {
				moduleSideEffects: [
					// It does not say so itself; without this every page that formats a date ships all holidays of the world.
					{ test: library('date-holidays'), sideEffects: false },
					// A page that asks for one name of them needs neither the schemas nor the calendar beside it.
					{ test: /\/app\/(i18n|models)\//, sideEffects: false },
				],
			},
		},
	},
	environments: {
		// What the router itself asks for need not lie where the built shop looks.
		ssr: {
			resolve: { noExternal: ['set-cookie-parser', ...(command === 'build' ? bundled : [])] },
		},
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							// A few files that every page has, in place of thirty small ones; the rest follows what is used where.
							groups: [
								{
									name: 'framework',
									test: /rolldown\/runtime|\/node_modules\/(react|react-dom|react-router|scheduler)\//,
								},
								{ name: 'page', test: ofEveryPage },
							],
						},
					},
				},
			},
		},
	},
}))

/**
 * The router's package names its development files to everybody: warnings for programmers come along, and on a
 * server checks at every request. What a server asks of the router it gets from the build, so there is one copy.
 */
function routerWithoutWarnings(): Plugin {
	const files = { 'react-router': 'index', 'react-router/dom': 'dom-export' }
	return {
		name: 'router-without-warnings',
		apply: 'build',
		enforce: 'pre',
		resolveId: {
			filter: { id: /^react-router(\/dom)?$/ },
			handler: (id) =>
				join(
					import.meta.dirname,
					`node_modules/react-router/dist/production/${files[id as keyof typeof files]}.mjs`,
				),
		},
	}
}

/**
 * Names a class by the place of its file among all of them and not by the hash of its path, which does not compress.
 * Takes 1,667 bytes of 28,037 from the style sheet and 819 from the scripts, and holds the start page's document below
 * 13 KB, because most elements carry such names (record 042).
 */
function shortNames() {
	const stylesheets = readdirSync(join(import.meta.dirname, 'app'), { recursive: true })
		.map((name) => `app/${String(name).replaceAll(sep, '/')}`)
		.filter((name) => name.endsWith('.css.ts'))
		.toSorted()
	const hashesOf = new Map(stylesheets.map((path): [string, string[]] => [path, []]))
	/** In base 36 `a0`: two signs, and a name must not begin with a digit. */
	const firstWithLetter = 360

	return ({ hash, filePath }: { hash: string; filePath: string }): string => {
		const hashes = hashesOf.get(filePath)
		if (!hashes) throw new Error(`${filePath} lies outside of app/`)
		if (!hashes.includes(hash)) hashes.push(hash)
		const file = firstWithLetter + stylesheets.indexOf(filePath)
		return `${file.toString(36)}${hashes.indexOf(hash).toString(36)}`
	}
}

/** Leaves the blocks of texts that only servers say out of the texts of browsers. */
function wordsOfBrowsers(): Plugin {
	const blocks = new RegExp(
		String.raw`^(\t\t?)(?:${blocksOfServers.join('|')}): \{$[\s\S]*?^\1\},$`,
		'gm',
	)
	return forBrowsers('words-of-browsers', /\/app\/i18n\/(de|en)\.ts$/, (code) =>
		code.replaceAll(blocks, ''),
	)
}

/** Changes these sources, but not for the server. */
function forBrowsers(name: string, id: RegExp, handler: (code: string) => string): Plugin {
	return {
		name,
		enforce: 'pre',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: { filter: { id }, handler },
	}
}

/** Minifies once more after the builder: takes 1,194 bytes of 127,714 from the start page's scripts (record 042). */
function minifiedTwice(): Plugin {
	return {
		name: 'minified-twice',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle: {
			order: 'post',
			async handler(_, bundle) {
				for (const chunk of Object.values(bundle)) {
					if (chunk.type !== 'chunk' || chunk.code.length === 0) continue
					const { code } = await minify(chunk.code, {
						module: true,
						ecma: 2022,
						compress: { passes: 3 },
					})
					if (code !== undefined) chunk.code = code
				}
			},
		},
	}
}
