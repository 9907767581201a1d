const PATIENCE_MS = 10_000

/**
 * Reports to an affiliate network by requesting an address; the body of the answer is ignored.
 * @throws when no answer comes in ten seconds, or one other than 2xx; the message holds no address
 */
export async function tellNetwork(address: string): Promise<void> {
	const response = await fetch(address, {
		redirect: 'error',
		signal: AbortSignal.timeout(PATIENCE_MS),
	}).catch((error: unknown) => {
		throw new Error("The partners' network cannot be reached", { cause: error })
	})
	await response.body?.cancel()
	if (!response.ok) throw new Error(`The partners' network answered ${response.status}`)
}
