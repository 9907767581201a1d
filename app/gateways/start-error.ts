/**
 * A fault that the operator has to mend before the shop can start: a wrong variable, a taken port. Its message is one
 * line that says what is wrong and what to do. The program prints that line and no stack trace; across bundles the
 * error is recognized by its `name`.
 */
export class StartError extends Error {
	override name = 'StartError'
}

export function isStartError(error: unknown): error is Error {
	return error instanceof Error && error.name === 'StartError'
}
