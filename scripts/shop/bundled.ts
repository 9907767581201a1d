/**
 * The packages that are bundled into the build: most of each is for other databases, other runtimes, other countries
 * and type checkers, and a production folder is 70 MB smaller without them.
 */
export const bundled = [
	'drizzle-orm',
	'stripe',
	// The calendars of all countries, with the tables of all planets that some of them go by.
	/^(date-(bengali-revised|chinese|easter|holidays|holidays-parser)|astronomia|caldate|deepmerge|jalaali-js|moment|moment-timezone)(\/|$)/,
]
