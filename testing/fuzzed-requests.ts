import type { RouteConfigEntry } from '@react-router/dev/routes'

/** A request for the wire; with `bytes`, those are sent instead, because no client would send them. */
export type Fuzzed = {
	method: string
	path: string
	headers: [name: string, value: string][]
	body: string
	bytes?: string
}

/** A shop's patterns of routes, values for their parameters, and cookies that open a session or a cart. */
export type Known = {
	patterns: readonly string[]
	values: readonly string[]
	cookies: readonly string[]
	origin: string
}

/** Returns numbers from 0 up to, but not including, `below`; the same row of them for the same seed (Mulberry32). */
function randomFrom(seed: number): (below: number) => number {
	let state = seed | 0
	return (below) => {
		state = (state + 0x6d_2b_79_f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((((mixed ^ (mixed >>> 14)) >>> 0) * below) / 2 ** 32) | 0
	}
}

/** Lists the patterns of the table of routes, joined along the tree. */
export function patternsOf(routes: RouteConfigEntry[], parent = ''): string[] {
	return routes.flatMap(({ path, children }) => {
		const pattern = path ? `${parent}/${path}` : parent || '/'
		return [pattern, ...(children ? patternsOf(children, pattern) : [])]
	})
}

/** Makes request number `index` of a seed. */
export function fuzzedRequest(known: Known, seed: number, index: number): Fuzzed {
	const random = randomFrom(seed * 1_000_003 + index)
	const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
	const often = (percent: number) => random(100) < percent
	const several = <T>(most: number, make: () => T) => Array.from({ length: random(most + 1) }, make)

	const value = () => (often(40) ? pick(known.values) : pick(oddValues)(random))
	const filled = pick(known.patterns).replaceAll(/:\w+|\*/g, () =>
		often(70)
			? encodeURIComponent(wellFormed(value()))
			: value().replaceAll(/[\s\u0080-\uFFFF]/g, ''),
	)
	const written = often(25) ? pick(spellings)(filled, random) : filled
	const parameter = () =>
		`${pick(names)}=${often(80) ? encodeURIComponent(wellFormed(value())) : '%ff%'}`
	const parameters = [...several(4, parameter), ...(often(3) ? ['a&'.repeat(400)] : [])]
	const query = often(45) ? `?${parameters.join('&')}` : ''
	// The first line holds bytes of ASCII without spaces.
	const path = `${written}${often(20) ? '.data' : ''}${query}`.replaceAll(
		/[^\u0021-\u007E]/g,
		(sign) => `%${(sign.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`,
	)
	const method = pick(often(80) ? usual : methods)

	const fields = () =>
		several(8, () => [often(30) ? 'intent' : pick(names), often(50) ? pick(words) : value()])
	const [type, body] =
		method === 'GET' || method === 'HEAD' ? ['', ''] : pick(bodies)(fields(), random)
	const headers: [string, string][] = [
		['X-Forwarded-For', `10.${random(256)}.${random(256)}.${random(256)}`],
		...(often(85) ? ([['Origin', known.origin]] as [string, string][]) : []),
		...(type ? ([['Content-Type', often(90) ? type : pick(types)]] as [string, string][]) : []),
		...(often(45) ? ([['Cookie', cookies(known, random)]] as [string, string][]) : []),
		...several(3, () => pick(oddHeaders)(random)),
	]
	const bytes = often(2) ? pick(oddBytes)(path) : undefined
	return { method, path, headers, body, ...(bytes && { bytes }) }
}

type Random = (below: number) => number
type Fields = string[][]

const usual = ['GET', 'GET', 'POST']

const methods = `HEAD PUT PATCH DELETE OPTIONS POST PROPFIND TRACE QUERY PURGE`.split(/\s+/)

const names =
	`awc returnTo callbackUrl day time duration guests product quantity version line code newCart
	extras extras[0].product extras.socks checkout index _routes error csrf csrfToken json username
	password email emailRepeat firstName lastName street postcode city phone dateOfBirth salutation
	country organisation.name organisation.reference organisation.leitwegId party.type privacy terms wayToPay locale answer newPassword currentPassword credential challenge
	go token PayerID session_id week month __proto__ constructor a[99][99] a.b.c`.split(/\s+/)

const words =
	`add set book quantity remove extras redeem removeVoucher renew changeDay moveDay order cancel save
	password username end delete withdraw confirm passkey ticket-adult gift-25-mail room-mars
	kometen-party 1 2 0 120 14:00 on true birthday company de-DE en-EN allow refuse stripe paypal
	ada@example.org /`.split(/\s+/)

const oddValues: readonly ((random: Random) => string)[] = [
	() => '',
	() => 'null',
	() => '-1',
	() => '1e309',
	() => '9'.repeat(400),
	() => '2026-02-30',
	() => '../../../etc/passwd',
	() => "' or 1=1; --",
	() => '<script>alert(1)</script>',
	() => 'a\u0000b',
	() => 'a\r\nSet-Cookie: x=y',
	() => '\u2028\u202E\uFEFF',
	() => '\uD800',
	() => '😀'.repeat(50),
	() => '//evil.example/x',
	() => 'javascript:alert(1)',
	() => '{"a":[1,2,{"b":null}]}',
	() => '[[[[[[[[[[',
	() => 'hasOwnProperty',
	(random) => 'x'.repeat(random(5000)),
	(random) => `00000000-0000-4000-8000-${String(random(1e9)).padStart(12, '0')}`,
	(random) => Buffer.from(Array.from({ length: 16 }, () => random(256))).toString('base64url'),
	(random) => String.fromCharCode(...Array.from({ length: 12 }, () => 32 + random(600))),
]

/** Other spellings of one path. */
const spellings: readonly ((path: string, random: Random) => string)[] = [
	(path) => path.toUpperCase(),
	(path) => `/${path}`,
	(path) => `${path}/`,
	(path) => `${path}//x`,
	(path) => path.replaceAll('/', '//'),
	(path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
	(path) => `${path}%ff`,
	(path) => `${path}%0A`,
	(path) => `${path}%0D%0A`,
	(path) => `${path}%E2%80%A8`,
	(path) => `${path}%00`,
	(path) => `${path}%`,
	(path) => `${path}/../..${path}`,
	(path) => `${path}/%2e%2e/x`,
	(path) => `${path}\\x`,
	(path) => `${path};a=b`,
	(path, random) => path + 'a/'.repeat(random(4500)),
	(path, random) => path.slice(0, random(path.length + 1)) || '/',
]

const types = [
	'application/json',
	'text/plain',
	'multipart/form-data',
	'multipart/form-data; boundary=',
	'x',
	'a/b;;;',
	'application/x-www-form-urlencoded; charset=utf-16',
	'text/x-script',
]

const form = 'application/x-www-form-urlencoded'
const encode = (fields: Fields) =>
	fields.map((pair) => pair.map((text) => encodeURIComponent(wellFormed(text))).join('=')).join('&')

const bodies: readonly ((fields: Fields, random: Random) => [type: string, body: string])[] = [
	(fields) => [form, encode(fields)],
	(fields) => [form, encode(fields)],
	(fields) => [form, `${encode(fields)}&%ff=%`],
	(_, random) => [form, 'a=1&'.repeat(random(600))],
	(_, random) => [form, 'x'.repeat(random(70_000))],
	(fields) => ['application/json', JSON.stringify(Object.fromEntries(fields.map((pair) => pair)))],
	(fields) => ['application/json', JSON.stringify(fields).slice(0, -1)],
	(_, random) => ['application/json', '['.repeat(random(2000))],
	(fields) => [
		'multipart/form-data; boundary=xx',
		fields
			.map(
				([name, text]) =>
					`--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
			)
			.join('') + '--xx--\r\n',
	],
	(fields) => ['multipart/form-data; boundary=xx', `--xx\r\n${encode(fields)}`],
	() => ['', ''],
]

const oddHeaders: readonly ((random: Random) => [name: string, value: string])[] = [
	() => ['Accept', 'application/json'],
	() => ['Accept', 'text/html'],
	(random) => ['Accept-Language', `${'xx;q=0.1,'.repeat(random(900))}en`],
	(random) => [
		'Accept-Encoding',
		['gzip', 'br', 'gzip;q=0', '*', 'identity;q=0', ','][random(6)] ?? '',
	],
	(random) => ['Accept-Encoding', 'x;q=0.1,'.repeat(random(900))],
	(random) => [
		'Sec-Fetch-Site',
		['same-origin', 'cross-site', 'same-site', 'none'][random(4)] ?? '',
	],
	() => ['If-None-Match', '*'],
	() => ['If-None-Match', `"${'a",W/"b'.repeat(300)}"`],
	() => ['If-Modified-Since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
	() => ['If-Match', '"x"'],
	() => ['Range', 'bytes=0-1,5-2,-9'],
	() => ['Range', 'bytes=999999999-'],
	() => ['Expect', 'tea'],
	() => ['Origin', 'null'],
	() => ['Origin', 'https://evil.example'],
	() => ['Referer', `http://x/${'a'.repeat(3000)}`],
	() => ['X-Forwarded-Host', 'evil.example'],
	() => ['X-Forwarded-For', 'unknown, 1.1.1.1, ::ffff:127.0.0.1'],
	() => ['X-HTTP-Method-Override', 'DELETE'],
	() => ['Authorization', 'Bearer x'],
	() => ['Stripe-Signature', 't=1,v1=00'],
	() => ['PayPal-Transmission-Sig', 'x'],
	() => ['Content-Encoding', 'gzip'],
	() => ['Upgrade-Insecure-Requests', '1'],
	() => ['X-Odd', 'é'.repeat(50)],
]

function cookies({ cookies }: Known, random: Random): string {
	const known = cookies[random(cookies.length)] ?? ''
	const id = () => `cart-00000000-0000-4000-8000-${String(random(1e9)).padStart(12, '0')}`
	const ways = [
		() => known,
		() => known,
		() => known,
		() => known.slice(0, random(known.length + 1)),
		() => `session=${'%ff'.repeat(random(200))}`,
		() => 'session=s%3Aabc.def; session=; session',
		() => Array.from({ length: random(300) }, () => `${id()}=x`).join('; '),
		() => 'a=%;'.repeat(random(3000)),
		() =>
			`locale=${['de-DE', 'en-EN', 'xx', '%'][random(4)]}; awc=${'b'.repeat(random(300))}; checkout=failed`,
		() => `next-auth.csrf-token=${'a'.repeat(64)}|${'b'.repeat(64)}; known=W10=.x`,
	]
	return (ways[random(ways.length)] ?? (() => ''))()
}

/** Replaces half a character, which has no encoding. */
function wellFormed(text: string): string {
	return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}

/** Bytes that no client sends; with `Connection: close` where the server reads it. */
const oddBytes: readonly ((path: string) => string)[] = [
	() => 'GARBAGE\r\n\r\n',
	(path) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
	(path) =>
		`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
	(path) => `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
	(path) =>
		`GET http://evil.example${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
	() => 'CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
	() => 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
	(path) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
	(path) =>
		`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(150)}Connection: close\r\n\r\n`,
	(path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
	(path) => `GET ${path} HTTP/1.0\r\n\r\n`,
]
