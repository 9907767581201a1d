const PATIENCE_MS = 10_000

/**
 * Tells a partners' network something by asking for an address; what it answers does not matter.
 * @throws when it gives no answer in ten seconds, or another than 2xx; the message says no address
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
