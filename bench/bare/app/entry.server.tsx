import { PassThrough } from 'node:stream'

import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** As the framework's own, without looking at who asks. */
// The framework decides on the parameters.
// oxlint-disable-next-line max-params
export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
			onShellReady() {
				const body = new PassThrough()
				headers.set('Content-Type', 'text/html')
				resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
				pipe(body)
			},
			onShellError: reject,
		})
	})
}
