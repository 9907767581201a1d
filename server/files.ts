import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'

import express, { type RequestHandler, type Response as Outgoing } from 'express'

import { type Encoding, smallestEncoding } from './encoding.ts'

/**
 * Makes the handler that serves the files of the build. Those that the build has named by their content never change
 * and are cached for a year; the others, from `public/`, for an hour.
 */
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
 * Makes the handler that leaves addresses without a file to the shop: looking for a file takes longer than many answers
 * of the shop. Pictures are left to the shop, too, where those of the venue come before ours of one name.
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
 * Makes the handler that sends a compressed form of a file under the file's own name: the smallest that the browser
 * accepts. The build has made these forms with an effort that no answer has time for.
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
