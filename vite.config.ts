import { reactRouter } from '@react-router/dev/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vite'

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
