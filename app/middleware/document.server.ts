import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import type { Attachment } from '#app/gateways/mail.ts'

const refusedContext = createContext<unknown>(null)

type Args = Parameters<MiddlewareFunction<Response>>[0]

/**
 * Answers the address of a document with its file. The framework would answer a refused file with its data alone, which
 * is a bare `null` in a browser; so the file is made before the loaders, and `refusedDocument` throws its refusal,
 * whose page is that of every other address (faults N22). The framework refuses posts there.
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

/** Throws the reason why a document could not be made, as the loader of its address. */
export function refusedDocument({ context }: { context: Readonly<RouterContextProvider> }): never {
	throw context.get(refusedContext)
}

/** Answers a file to be saved. */
export function fileAnswer({ filename, contentType, content }: Attachment): Response {
	return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
		headers: {
			'Content-Type': contentType,
			'Content-Disposition': `attachment; filename="${filename}"`,
		},
	})
}

/**
 * Returns the status and headers of a value made by the framework's `data`, which exports no test for it; null for
 * others.
 */
function initOf(thrown: unknown): ResponseInit | null {
	const hasInit = typeof thrown === 'object' && thrown !== null && 'init' in thrown
	return hasInit && typeof thrown.init === 'object' ? thrown.init : null
}
