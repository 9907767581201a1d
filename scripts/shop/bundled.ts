/**
 * Packages that the build bundles: most of each is for other databases, other runtimes and type checkers, and a
 * production folder is 40 MB smaller without them.
 */
export const bundled = ['drizzle-orm', 'stripe']
