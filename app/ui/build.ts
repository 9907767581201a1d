/** The build that runs here, in the browser as on the server; `timestamp` in milliseconds. */
export const build = {
	id: String(import.meta.env['VITE_BUILD_ID'] ?? 'development'),
	timestamp: Number(import.meta.env['VITE_BUILD_TIME'] ?? 0),
}
