import type { SignedInStaff } from '../desk/staff.ts'

/** The fields of a form of the desk. */
export type Fields = Record<string, string>

const desk = process.env['DESK_URL'] ?? ''

/** Sends a request of that person's tab: a form where there is one. */
export async function asked({ cookie }: SignedInStaff, path: string, form?: Fields) {
	const response = await fetch(desk + path, {
		method: form ? 'POST' : 'GET',
		redirect: 'manual',
		headers: { Origin: desk, Cookie: cookie.join('=') },
		...(form && { body: new URLSearchParams(form) }),
	})
	const [status, to] = [response.status, response.headers.get('Location') ?? '']
	return { status, to, text: await response.text() }
}

/** The value of a page's field by its name; '' where there is none. */
export function valueIn(html: string, name: string): string {
	return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''
}
