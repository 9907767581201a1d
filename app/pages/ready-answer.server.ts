import Negotiator from 'negotiator'

import { hashAddress } from '#app/http/address.server.ts'
import { sentAffiliate } from '#app/http/affiliate.server.ts'
import { newCartName } from '#app/http/first-cart.server.ts'
import { findLocale } from '#app/http/locale.server.ts'
import { countAnswer } from '#app/http/metrics.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { addressLocale } from '#app/http/page-language.server.ts'
import { securityHeaders } from '#app/http/security-headers.server.ts'
import { serverTimed } from '#app/http/server-timing.server.ts'
import { newNonce } from '#app/middleware/security.server.ts'
import { whileUnderWay } from '#app/middleware/under-way.server.ts'
import { freshAnswer, keyOf } from '#app/pages/kept-answers.server.ts'
import { gzipPage } from '#app/pages/page-with-gaps.server.ts'
import { hasNoVisit } from '#app/pages/unknown-visitor.server.ts'

/** A request as the server knows it before the framework reads it; `path` is that of its first line, with the query. */
export type RawRequest = {
	method: string
	path: string
	headers: { [Name in 'cookie' | 'accept-language' | 'accept-encoding']?: string | undefined }
	address: string | undefined
}

export type ReadyAnswer = { headers: Record<string, string>; body: Buffer }

/**
 * Returns the cached start page as gzip, with the headers that the middleware would set. This leaves out the framework,
 * whose own work for a request takes several times as long. Null when the request needs anything more; the framework
 * then answers.
 */
export async function readyAnswer(asked: RawRequest): Promise<ReadyAnswer | null> {
	const began = performance.now()
	const key = keyOfStartPage(asked)
	if (key === null) return null
	const { value: page, headers: timing } = await whileUnderWay(() =>
		serverTimed(() => freshAnswer(key).catch(leaveToFramework)),
	)
	if (!page) return null

	const nonce = newNonce()
	const cart = newCartName(hashAddress(asked.address ?? null))
	const body = await gzipPage(page, { nonce, cart })
	countAnswer({ route: '/', method: 'GET', status: 200 }, began)
	return {
		headers: {
			...securityHeaders(nonce),
			'Content-Type': page.type,
			'Content-Encoding': 'gzip',
			'Content-Length': String(body.length),
			...timing,
			Vary: 'Accept-Encoding',
		},
		body,
	}
}

const startPage = /^\/(\?|$)/

function keyOfStartPage({ method, path, headers }: RawRequest): string | null {
	if (method !== 'GET' || !startPage.test(path) || !readsGzip(headers)) return null
	const url = new URL(path, siteOrigin)
	const { cookie = '', 'accept-language': languages = '' } = headers
	const said = new Headers({ Cookie: cookie, 'Accept-Language': languages })
	if (!hasNoVisit(said) || sentAffiliate(url) !== null) return null
	const locale = findLocale(said)
	// The framework answers an address in another language than the visitor's, which a cookie keeps.
	if ((addressLocale(url) ?? locale) !== locale) return null
	return keyOf(locale, url)
}

function readsGzip(headers: RawRequest['headers']): boolean {
	return new Negotiator({ headers }).encodings(['gzip']).includes('gzip')
}

/** Returns null in place of an error, so that the framework answers: it meets the error again and has a page for it. */
function leaveToFramework(): null {
	return null
}
