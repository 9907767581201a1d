import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'

/** A whole answer; `timing` is its `Server-Timing`, empty where the server does not say it. */
export type Answer = {
	status: number
	location: string
	text: string
	cookies: string[]
	timing: string
}

/** Makes connections of its own for each load: as many as run at once. */
export function newAgent(): Agent {
	return new Agent({ keepAlive: true })
}

type RequestOptions = {
	method?: 'GET' | 'POST'
	headers?: Record<string, string>
	body?: string
	/** True when the text of the answer is wanted; otherwise it comes compressed and is thrown away. */
	read?: boolean
}

/** Makes one exchange, as cheaply as Node can: the cost of the load is taken from what it measures. */
export function exchange(agent: Agent, url: string, asked: RequestOptions = {}): Promise<Answer> {
	const { method = 'GET', headers = {}, body = '', read = false } = asked
	return new Promise((done, failed) => {
		const outgoing = request(
			url,
			{
				method,
				agent,
				headers: {
					...(!read && { 'Accept-Encoding': 'gzip' }),
					...(body && { 'Content-Length': Buffer.byteLength(body) }),
					...headers,
				},
			},
			(incoming) => {
				let text = ''
				if (read) incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
				else incoming.resume()
				incoming.on('error', failed)
				incoming.on('end', () => {
					const { statusCode: status = 0, headers } = incoming
					const cookies = headers['set-cookie'] ?? []
					const timing = String(headers['server-timing'] ?? '')
					done({ status, location: headers.location ?? '', text, cookies, timing })
				})
			},
		)
		outgoing.on('error', failed)
		outgoing.end(body)
	})
}

/** Makes a visitor with an address and cookies of its own; throws on every unexpected status. */
export function newVisitor(own: Agent, origin: string) {
	const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
	const cookies = new Map<string, string>()

	async function send(
		path: string,
		status: number,
		{ agent = own, ...asked }: RequestOptions & { agent?: Agent | undefined },
	): Promise<Answer> {
		const answer = await exchange(agent, origin + path, {
			...asked,
			headers: {
				'X-Forwarded-For': address,
				'Accept-Language': 'de-DE',
				...(cookies.size > 0 && {
					Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				}),
				...asked.headers,
			},
		})
		for (const cookie of answer.cookies) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			cookies.set(name, value)
		}
		if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
		return answer
	}

	return {
		get: (path: string, status = 200, headers: Record<string, string> = {}) =>
			send(path, status, { headers }),
		/** Posts a form; returns the address to which the answer leads. */
		async post(path: string, fields: Fields, agent?: Agent): Promise<string> {
			return (await send(path, 303, { ...formOf(origin, fields), agent })).location
		},
		/** Posts a form that is answered with a page. */
		show: (path: string, fields: Fields, agent?: Agent) =>
			send(path, 200, { ...formOf(origin, fields), read: true, agent }),
	}
}

type Fields = Record<string, string | number>

function formOf(origin: string, fields: Fields): RequestOptions {
	const form = Object.entries(fields).map(([name, value]) => [name, String(value)])
	return {
		method: 'POST',
		body: new URLSearchParams(form).toString(),
		headers: {
			Origin: origin,
			'Sec-Fetch-Site': 'same-origin',
			'Content-Type': 'application/x-www-form-urlencoded',
		},
	}
}

export type Visitor = ReturnType<typeof newVisitor>
