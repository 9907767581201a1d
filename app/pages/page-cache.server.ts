import { LRUCache } from 'lru-cache'

type Limits<Page> =
	| { max: number; ttl?: number }
	| { maxSize: number; sizeCalculation: (page: Page, key: string) => number }

/**
 * Pages that many ask for, by key. Of those who ask at once for a page that is not there one renders it, and the
 * others wait for what comes of it.
 */
export function createPageCache<Page extends object>(limits: Limits<Page>) {
	const pages = new LRUCache<string, Page, () => Promise<Page | undefined>>({
		...limits,
		fetchMethod: (_key, _before, { context: render }) => render(),
		// Whose rendering failed meets the error by himself; a page that was pushed out is still the one to give.
		allowStaleOnFetchRejection: true,
		ignoreFetchAbort: true,
	})

	return {
		get: (key: string) => pages.get(key),

		/** Unless another one has taken its place. */
		forget(key: string, page: Page) {
			if (pages.peek(key) === page) pages.delete(key)
		},

		/**
		 * `own`: what this request has rendered, of which `keep` makes the page for the others. Else `page`: what is there
		 * by now; undefined when the one who rendered made nothing for others.
		 */
		async ask<Own>(
			key: string,
			render: () => Promise<Own>,
			keep: (own: Own) => Promise<Page | undefined>,
		): Promise<{ own: Own } | { page: Page | undefined }> {
			const mine: { rendering?: Promise<Own> } = {}
			const page = await pages.fetch(key, {
				context: async () => {
					const rendering = render()
					mine.rendering = rendering
					return keep(await rendering)
				},
			})
			return mine.rendering ? { own: await mine.rendering } : { page }
		},
	}
}
