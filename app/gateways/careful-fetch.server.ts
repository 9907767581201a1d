import { ProviderUnavailable } from '#app/gateways/provider-error.ts'

/** The longest a payment provider may take, in milliseconds: for one attempt, and for all of them together. */
export type Patience = { attempt: number; all: number }

/** The patience with a payment provider by default, short because a visitor waits for the page meanwhile. */
const PATIENCE: Patience = { attempt: 4000, all: 8000 }
const LARGEST_ANSWER = 1_000_000

/**
 * The limits of one question to a provider: `deadline` aborts when its time for all attempts is over, `attempt` is the
 * milliseconds of one attempt.
 */
export type Budget = { deadline: AbortSignal; attempt: number }

/**
 * Asks a payment provider within its patience, retries included, and rejects when the time is over or `signal` aborts.
 * The answer is raced against the deadline, because not every wait can be aborted.
 */
export async function withinBudget<Answer>(
	question: (budget: Budget) => Promise<Answer>,
	{ patience = PATIENCE, signal }: { patience?: Patience; signal?: AbortSignal | undefined },
): Promise<Answer> {
	return within(patience.all, signal, (deadline) => {
		if (deadline.aborted) throw new ProviderUnavailable('The time to ask is over')
		return Promise.race([question({ deadline, attempt: patience.attempt }), aborted(deadline)])
	})
}

/**
 * Runs `work` with a signal that aborts after `ms` milliseconds or with the caller's own signal. `AbortSignal.timeout`
 * is not used: it fires, with an error and its stack, long after the answer has come.
 */
async function within<T>(
	ms: number,
	caller: AbortSignal | null | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const end = new AbortController()
	const timer = setTimeout(
		() => end.abort(new DOMException(`It took longer than ${ms} ms`, 'TimeoutError')),
		ms,
	)
	try {
		return await work(caller ? AbortSignal.any([caller, end.signal]) : end.signal)
	} finally {
		clearTimeout(timer)
	}
}

/**
 * A `fetch` that reads the whole answer, up to 1 MB and for as long as one attempt may take, and accepts only a JSON
 * object or list.
 * @throws TypeError for any other answer, as for a broken connection, so that the caller retries (faults B31)
 */
export async function carefulFetch(
	input: Parameters<typeof fetch>[0],
	init: RequestInit | undefined,
	{ deadline, attempt }: Budget,
): Promise<Response> {
	const caller = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline
	const { response, body } = await within(attempt, caller, async (signal) => {
		const response = await fetch(input, { ...init, signal, redirect: 'error' })
		return { response, body: await readUpTo(LARGEST_ANSWER, response) }
	})
	if (!isJsonObject(body)) throw new TypeError(`No JSON object came with status ${response.status}`)

	const headers = new Headers(response.headers)
	headers.delete('content-encoding')
	headers.delete('content-length')
	return new Response(body, { status: response.status, headers })
}

/** Returns the text of an answer; rejects with a TypeError as soon as the answer is larger than `limit` bytes. */
export async function readUpTo(limit: number, response: Response): Promise<string> {
	const decoder = new TextDecoder()
	let text = ''
	let size = 0
	for await (const chunk of response.body ?? []) {
		size += chunk.length
		if (size > limit) throw new TypeError('The answer is too large')
		text += decoder.decode(chunk, { stream: true })
	}
	return text + decoder.decode()
}

function isJsonObject(text: string) {
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null
	} catch {
		return false
	}
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true })
	})
}
