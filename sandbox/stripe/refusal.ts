/** An answer in Stripe's error shape. */
export class Refusal extends Error {
	readonly status: number
	readonly details: ErrorDetails

	constructor(status: number, details: ErrorDetails) {
		super(details.message)
		this.name = 'Refusal'
		this.status = status
		this.details = details
	}
}

export type ErrorDetails = {
	type: 'invalid_request_error' | 'idempotency_error' | 'api_error'
	message: string
	code?: string
	param?: string
}

/** Makes Stripe's answer to a request that it does not understand: 400 with code and parameter. */
export function invalid(message: string, param: string, code = 'parameter_invalid'): Refusal {
	const about = param === '' ? {} : { param }
	return new Refusal(400, { type: 'invalid_request_error', message, code, ...about })
}

export function notFound(noun: string, id: string, param: string): Refusal {
	const message = `No such ${noun}: '${id}'`
	return new Refusal(404, {
		type: 'invalid_request_error',
		message,
		code: 'resource_missing',
		param,
	})
}
