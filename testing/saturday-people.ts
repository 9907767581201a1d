import { newVisitor, type Answer, type Fields } from '../e2e/http/visitor.ts'

export type Person = ReturnType<typeof newPerson>

/** Notes on all requests of a run: answer times by what was asked for, cuts, and answers that nobody may get. */
export type Watch = {
	times: Record<string, number[]>
	/** Requests that were cut by a kill. */
	cuts: number
	findings: string[]
	/** True while a process that answers this origin is dead or young, or was at that moment. */
	wasDown: (origin: string, since: number) => boolean
}

/** An answer that did not come because the process that was asked had been killed: it may have done its work. */
export class Cut extends Error {}

/** Makes somebody who asks one origin; `what` names a request in the figures. */
export function newPerson(origin: string, watch: Watch) {
	const visitor = newVisitor(origin)

	async function ask(what: string, path: string, fields?: Fields): Promise<Answer> {
		const begin = performance.now()
		const answer = await (fields ? visitor.post(path, fields) : visitor.get(path)).catch(
			(error: unknown) => String(error),
		)
		// The balancer answers 502 where a node was cut off.
		const isCut = typeof answer === 'string' || answer.status === 502
		if (isCut) {
			watch.cuts += 1
			if (!watch.wasDown(origin, begin))
				watch.findings.push(`${what} was cut, and nobody had killed: ${path}`)
			throw new Cut(what)
		}
		;(watch.times[what] ??= []).push(answer.ms)
		if (answer.status >= 500)
			watch.findings.push(`${what} answered ${answer.status}: ${fields ? 'POST' : 'GET'} ${path}`)
		return answer
	}

	return {
		origin,
		cookies: visitor.cookies,
		get: (what: string, path: string) => ask(what, path),
		post: (what: string, path: string, fields: Fields) => ask(what, path, fields),
		/** Asks again until an answer comes, as somebody does who presses a button again. */
		async persist(what: string, path: string, fields?: Fields): Promise<Answer> {
			for (;;) {
				const answer = await ask(what, path, fields).catch((error: unknown) => {
					if (error instanceof Cut) return null
					throw error
				})
				if (answer) return answer
				await new Promise((resolve) => setTimeout(resolve, 100))
			}
		},
	}
}
