/** The life of a connection: it ends once, and with it all that waits for something on the connection. */
export type Life = {
	/** The error that ended the connection; undefined while it is open. */
	readonly over: Error | undefined
	/** Settles as `promise` does, or rejects in the very tick in which the life ends. */
	watch<T>(promise: Promise<T>): Promise<T>
	/** Ends the life and rejects all that waits; false when it was over already. */
	end(reason: Error): boolean
}

export function beginLife(): Life {
	const waiting = new Set<(reason: Error) => void>()
	let over: Error | undefined

	function watch<T>(promise: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			waiting.add(reject)
			promise.then(resolve, reject).finally(() => waiting.delete(reject))
			if (over) reject(over)
		})
	}

	function end(reason: Error): boolean {
		if (over) return false
		over = reason
		for (const reject of waiting) reject(reason)
		return true
	}

	return {
		get over() {
			return over
		},
		watch,
		end,
	}
}
