import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import express, { type RequestHandler, type Response as Outgoing } from 'express'

import { type Encoding, smallestEncoding } from './encoding.ts'

/** Serves the built files. Files that the build has named by their content never change; the rest of `public/` may. */
export function files(clientDir: string): RequestHandler {
	const options = {
		index: false,
		redirect: false,
		// Each file sets its own Cache-Control, unless a handler before has set one.
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
 * Skips addresses that are no file: looking for one takes longer than many answers of the shop. Pictures are left to
 * the shop, where those of the venue come before ours of the same name.
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
 * Sends a compressed form of a file under the file's own name: the smallest that the browser accepts. The build has
 * made these forms with an effort that no answer has time for.
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
