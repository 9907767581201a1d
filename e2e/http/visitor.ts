import { randomInt } from 'node:crypto'

/** Somebody without a browser: posts forms as one does, keeps cookies, follows nothing by itself. */
export type Visitor = ReturnType<typeof newVisitor>

export type Answer = { status: number; location: string | null; text: string; ms: number }

/** Each comes from an address of his own, as far as the shop believes the proxy that says so. */
export function newVisitor(origin: string) {
	const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
	const cookies = new Map<string, string>()

	async function send(path: string, init: RequestInit = {}): Promise<Answer> {
		const begin = performance.now()
		const response = await fetch(origin + path, {
			redirect: 'manual',
			...init,
			headers: {
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				'Accept-Language': 'de-DE',
				'X-Forwarded-For': address,
				...init.headers,
			},
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			cookies.set(name, value)
		}
		const text = await response.text()
		return {
			status: response.status,
			location: response.headers.get('Location'),
			text,
			ms: performance.now() - begin,
		}
	}

	return {
		cookies,
		get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
		post: (
			path: string,
			fields: Record<string, string | number>,
			headers: Record<string, string> = {},
		) =>
			send(path, {
				method: 'POST',
				body: new URLSearchParams(
					Object.entries(fields).map(([name, value]) => [name, String(value)]),
				),
				headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
			}),
	}
}

/** A Saturday at least two weeks ahead that is open as any other: no test depends on what today is. */
export function openSaturday(weeksAhead = 2): string {
	const date = new Date(Date.now() + weeksAhead * 7 * 24 * 60 * 60 * 1000)
	date.setUTCDate(date.getUTCDate() + ((6 - date.getUTCDay() + 7) % 7))
	return date.toISOString().slice(0, 10)
}
