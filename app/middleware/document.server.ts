import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

const refusedContext = createContext<unknown>(null)

type Args = Parameters<MiddlewareFunction<Response>>[0]

/**
 * Answers the address of a document with its file. The framework answers a refused file by its data alone, which is
 * a bare `null` in a browser; so the file is made before the loaders, and what refused it is left to `refusedDocument`,
 * whose page is that of every other address (faults N22). Nothing can be posted there: the framework says so.
 */
export function documentOrPage<DocumentArgs extends Args>(
	make: (args: DocumentArgs) => Promise<Response>,
): (args: DocumentArgs, next: () => Promise<Response>) => Promise<Response> {
	return async (args, next) => {
		const { method } = args.request
		if (method !== 'GET' && method !== 'HEAD') return next()
		try {
			return await make(args)
		} catch (thrown) {
			const init = initOf(thrown)
			if (!init?.status || init.status < 400) throw thrown
			args.context.set(refusedContext, thrown)
			const page = await next()
			// The page of an error keeps no headers of it, such as when to come again.
			for (const [name, value] of new Headers(init.headers)) page.headers.set(name, value)
			return page
		}
	}
}

/** The loader of such an address: why there is no file. */
export function refusedDocument({ context }: { context: Readonly<RouterContextProvider> }): never {
	throw context.get(refusedContext)
}

/** Of what the framework's `data` makes; it exports no way to tell. */
function initOf(thrown: unknown): ResponseInit | null {
	const hasInit = typeof thrown === 'object' && thrown !== null && 'init' in thrown
	return hasInit && typeof thrown.init === 'object' ? thrown.init : null
}
