import { randomInt } from 'node:crypto'

/** A visitor without a browser: posts forms as one does, keeps cookies, follows no redirect by itself. */
export type Visitor = ReturnType<typeof newVisitor>

/** A whole answer; `ms` is the time it took. */
export type Answer = {
	status: number
	headers: Headers
	location: string | null
	text: string
	ms: number
}

export type Fields = Record<string, string | number>
type Headings = Record<string, string>

/** Makes a visitor with an address of its own, which the shop takes from the proxy's header. */
export function newVisitor(origin: string) {
	const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
	const cookies = new Map<string, string>()

	/** Sends any request; headers of the same name replace the visitor's own. */
	async function send(
		path: string,
		{ headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Headings } = {},
	): Promise<Answer> {
		const begin = performance.now()
		const response = await fetch(origin + path, {
			redirect: 'manual',
			...init,
			headers: {
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				'Accept-Language': 'de-DE',
				'X-Forwarded-For': address,
				...(init.method === 'POST' && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
				...headers,
			},
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			cookies.set(name, value)
		}
		const text = await response.text()
		return {
			status: response.status,
			headers: response.headers,
			location: response.headers.get('Location'),
			text,
			ms: performance.now() - begin,
		}
	}

	const get = (path: string, headers?: Headings) => send(path, headers && { headers })

	return {
		address,
		cookies,
		send,
		get,
		/** Returns the page that a browser shows in the end. */
		async follow(path: string | null): Promise<Answer> {
			const answer = await get(path ?? '')
			return answer.location ? this.follow(answer.location) : answer
		},
		post: (path: string, fields: Fields, headers?: Headings) =>
			send(path, { method: 'POST', body: formBody(fields), ...(headers && { headers }) }),
		/** Posts a form whose body is given as it goes over the wire. */
		postBody: (path: string, body: string, headers?: Headings) =>
			send(path, {
				method: 'POST',
				body,
				headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
			}),
	}
}

function formBody(fields: Fields): URLSearchParams {
	return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
