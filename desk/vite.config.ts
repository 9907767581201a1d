import { join } from 'node:path'

import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

import { bundled } from '../scripts/shop/bundled.ts'
import { nameBuild } from '../scripts/shop/name-build.ts'

nameBuild()

export default defineConfig(({ command }) => ({
	root: import.meta.dirname,
	// The desk's one picture is imported; the shop's `public/` is no part of the desk.
	publicDir: false,
	// The usual folder holds the cache of the shop's development server.
	cacheDir: join(import.meta.dirname, '../node_modules/.vite-desk'),
	plugins: [vanillaExtractPlugin(), reactRouter()],
	build: {
		// Vite empties a build's folder that lies outside of the root only when told to.
		emptyOutDir: true,
		cssCodeSplit: false,
		rolldownOptions: {
			treeshake: {
				moduleSideEffects: [
					// Leaves the holidays of the world out of the scripts of pages that only format a date.
					{ test: /\/node_modules\/date-holidays\//, sideEffects: false },
					{ test: /\/(app|desk)\/(i18n|models)\//, sideEffects: false },
				],
			},
		},
	},
	environments: {
		ssr: {
			resolve: { noExternal: ['set-cookie-parser', ...(command === 'build' ? bundled : [])] },
		},
	},
}))
