import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import express, { type RequestHandler, type Response as Outgoing } from 'express'
import Negotiator from 'negotiator'

/** The built files. What the build has named by its content never changes; the rest of `public/` may. */
export function files(clientDir: string): RequestHandler {
	const options = {
		index: false,
		redirect: false,
		setHeaders: (response: Outgoing) => response.set('X-Content-Type-Options', 'nosniff'),
	}
	const assets = join(clientDir, 'assets')
	return express
		.Router()
		.use(
			'/assets',
			smallest(assets),
			express.static(assets, { ...options, immutable: true, maxAge: '1y' }),
		)
		.use(presentIn(clientDir), express.static(clientDir, { ...options, maxAge: '1h' }))
}

/** Leaves out what is no file: looking for one takes longer than much that the shop does. */
function presentIn(folder: string): RequestHandler {
	const present = new Set(
		readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll(sep, '/')}`),
	)
	return (request, _response, next) => next(present.has(request.path) ? undefined : 'router')
}

const forms = { br: '.br', gzip: '.gz' } as const
const encodings = Object.keys(forms) as (keyof typeof forms)[]

/**
 * Beside a file lie its smaller forms, which the build has made with all the effort that no answer has time
 * for: the smallest that the browser reads goes out under the name of the file.
 */
function smallest(folder: string): RequestHandler {
	const present = new Set(existsSync(folder) ? readdirSync(folder) : [])
	return (request, response, next) => {
		const name = request.path.slice(1)
		if (!present.has(`${name}${forms.br}`)) return next()
		response.vary('Accept-Encoding')
		const read = new Negotiator(request).encodings([...encodings])
		const form = encodings.find((encoding) => read.includes(encoding))
		if (form) {
			response.type(name).set('Content-Encoding', form)
			request.url = `/${name}${forms[form]}`
		}
		next()
	}
}
