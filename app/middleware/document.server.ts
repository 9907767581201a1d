import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

const refusedContext = createContext<unknown>(null)

type Args = Parameters<MiddlewareFunction<Response>>[0]

/**
 * Makes the middleware that answers the address of a document with the file that `make` returns. The framework would
 * answer a refused file with its data alone, which is a bare `null` in a browser. So the file is made before the
 * loaders, and the loader (`refusedDocument`) throws its refusal, which gets an error page as on any other route with a
 * component, here `NoPage`, which renders nothing (faults N22). The framework refuses posts there.
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
			// An error's page drops the error's headers, such as Retry-After; they are added again here.
			for (const [name, value] of new Headers(init.headers)) page.headers.set(name, value)
			return page
		}
	}
}

/** Throws the refusal of a document, as the loader of its address, so that its error page is made. */
export function refusedDocument({ context }: { context: Readonly<RouterContextProvider> }): never {
	throw context.get(refusedContext)
}

/**
 * Returns the status and headers of a value made by the framework's `data`, which exports no test for such values; null
 * for any other value.
 */
function initOf(thrown: unknown): ResponseInit | null {
	const hasInit = typeof thrown === 'object' && thrown !== null && 'init' in thrown
	return hasInit && typeof thrown.init === 'object' ? thrown.init : null
}
