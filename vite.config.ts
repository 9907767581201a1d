import { randomUUID } from 'node:crypto'

import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

// Both halves of a build know its name and its time: what a browser runs asks whether there is a newer one.
process.env['VITE_BUILD_ID'] ||= randomUUID()
process.env['VITE_BUILD_TIME'] ||= String(Date.now())

export default defineConfig({
	plugins: [vanillaExtractPlugin(), reactRouter()],
	build: {
		rolldownOptions: {
			// It does not say so itself; without this every page that formats a date ships all holidays of the world.
			treeshake: {
				moduleSideEffects: [{ test: /node_modules\/date-holidays/, sideEffects: false }],
			},
		},
	},
})
