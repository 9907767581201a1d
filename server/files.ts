import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import express, { type RequestHandler, type Response as Outgoing } from 'express'

import { type Encoding, smallestEncoding } from './encoding.ts'

/** The built files. What the build has named by its content never changes; the rest of `public/` may. */
export function files(clientDir: string): RequestHandler {
	const options = {
		index: false,
		redirect: false,
		// Files say themselves how long they may be kept, where nobody has said so before.
		setHeaders: (response: Outgoing) => response.removeHeader('Cache-Control'),
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

/**
 * Leaves out what is no file: looking for one takes longer than much that the shop does. Pictures are left to the
 * shop, where those of the venue come before ours of the same name.
 */
function presentIn(folder: string): RequestHandler {
	const present = new Set(
		readdirSync(folder, { recursive: true }).map((name) => `/${String(name).replaceAll(sep, '/')}`),
	)
	const isServed = (path: string) => present.has(path) && !path.startsWith('/pictures/')
	return (request, _response, next) => next(isServed(request.path) ? undefined : 'router')
}

const forms: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

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
		const form = smallestEncoding(request)
		if (form) {
			response.type(name).set('Content-Encoding', form)
			request.url = `/${name}${forms[form]}`
		}
		next()
	}
}
