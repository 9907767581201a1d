import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig, type Plugin } from 'vite'

// Both halves of a build know its name and its time: what a browser runs asks whether there is a newer one.
process.env['VITE_BUILD_ID'] ||= randomUUID()
process.env['VITE_BUILD_TIME'] ||= String(Date.now())

/** What the start page and every other page have, but for the few parts that stand in a checkout only. */
const ofEveryPage =
	/\/app\/(ui\/(?!pay-marks|progress|qr|order\/(checkout-outcome|invoices|order-lines|problems|shown))|models\/money|i18n\/(i18n|use-i18n|words)|forms\/(affiliate|cart|first|follow|group-form|hold|line|mended|messages|quantity|radio|stepper|text|voucher))/

const library = (name: string) => new RegExp(`/node_modules/${name}/`)

export default defineConfig({
	plugins: [vanillaExtractPlugin(), reactRouter(), wordsOfBrowsers(), smallerForms()],
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
})

/** What only letters and documents say stays on the server. */
function wordsOfBrowsers(): Plugin {
	const ofServers = /^(\t\t?)(?:mail|calendarFile|hoursTable|notes): \{$[\s\S]*?^\1\},$/gm
	return {
		name: 'words-of-browsers',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'client',
		transform: {
			filter: { id: /\/app\/i18n\/(de|en)\.ts$/ },
			handler: (code) => code.replaceAll(ofServers, ''),
		},
	}
}

/** Beside each file of words its smaller forms, which `server/files.ts` gives out in its place. */
function smallerForms(): Plugin {
	return {
		name: 'smaller-forms',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		async writeBundle({ dir = '' }) {
			const folder = join(dir, 'assets')
			for (const file of await readdir(folder)) {
				if (!/\.(js|css|svg)$/.test(file)) continue
				const content = await readFile(join(folder, file))
				await writeFile(join(folder, `${file}.br`), await promisify(brotliCompress)(content))
				await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
			}
		},
	}
}
