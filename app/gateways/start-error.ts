/**
 * The error for a fault that the operator has to mend before the shop can start: a wrong variable, a taken port. Its
 * message is one line that says what is wrong and what to do. The program prints that line and no stack trace;
 * `isStartError` recognizes the error by its `name`, also across bundles.
 */
export class StartError extends Error {
	override name = 'StartError'
}

export function isStartError(error: unknown): error is Error {
	return error instanceof Error && error.name === 'StartError'
}
