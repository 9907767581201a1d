/**
 * Something the operator has to put right before the shop can start: a wrong variable, a taken port.
 * Its message is one line that says what is wrong and what to do. The program that is started prints
 * that line and no stack trace; across bundles it is known by its `name`.
 */
export class StartError extends Error {
	override name = 'StartError'
}

export function isStartError(error: unknown): error is Error {
	return error instanceof Error && error.name === 'StartError'
}
