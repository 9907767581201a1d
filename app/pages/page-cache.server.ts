import { LRUCache } from 'lru-cache'

type Limits<Page> =
	| { max: number; ttl?: number }
	| { maxSize: number; sizeCalculation: (page: Page, key: string) => number }

/**
 * Creates a cache of pages by key. Of requests that ask at once for a missing page, one renders it and the others wait
 * for the result.
 */
export function createPageCache<Page extends object>(limits: Limits<Page>) {
	const pages = new LRUCache<string, Page, () => Promise<Page | undefined>>({
		...limits,
		fetchMethod: (_key, _before, { context: render }) => render(),
		// The request whose rendering failed gets the error itself; a page that was evicted while it was rendered is still
		// given out.
		allowStaleOnFetchRejection: true,
		ignoreFetchAbort: true,
	})

	return {
		get: (key: string) => pages.get(key),

		/** Deletes a page, unless another one has taken its place. */
		forget(key: string, page: Page) {
			if (pages.peek(key) === page) pages.delete(key)
		},

		/**
		 * Returns `own` when this request rendered the page: the result of `render`, from which `keep` makes the page for
		 * others. Returns `page` for other requests: the cached page, undefined when the request that rendered it kept none.
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
