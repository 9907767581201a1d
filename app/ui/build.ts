/** The build of the shop that runs, the same in browser and server: its id, and its time in milliseconds since 1970. */
export const build = {
	id: String(import.meta.env['VITE_BUILD_ID'] ?? 'development'),
	timestamp: Number(import.meta.env['VITE_BUILD_TIME'] ?? 0),
}
