/**
 * Packages that the build takes what it needs of: most of each is for other databases, other runtimes and readers
 * of types, and a production folder is 40 MB smaller without them.
 */
export const bundled = ['drizzle-orm', 'stripe']
