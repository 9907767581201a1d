import { pino } from 'pino'

import { env } from '#app/gateways/env.server.ts'
import { currentRequest } from '#app/gateways/request-id.server.ts'

const PERSONAL = [
	'address',
	'authorization',
	'city',
	'cookie',
	'dateOfBirth',
	'email',
	'emailRepeat',
	'firstName',
	'headers',
	'ip',
	'lastName',
	'mobile',
	'params',
	'password',
	'phone',
	'secret',
	'street',
	'to',
	'token',
]

/**
 * The logger: JSON lines on standard output that hold ids, codes, counts and durations only, no names, no addresses, no
 * tokens; those in objects and errors are replaced by '[hidden]'. Lines logged inside a request hold its id.
 */
export const log = pino(logOptions(env.LOG_LEVEL))

/** Returns the options of `log`; exported so that a test can write to its own stream. */
export function logOptions(level: string) {
	return {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		redact: { paths: [...PERSONAL, ...PERSONAL.map((name) => `*.${name}`)], censor: '[hidden]' },
		serializers: { err: describeError },
		mixin: ofRequest,
	}
}

function ofRequest(): { request?: string } {
	const request = currentRequest()
	return request === undefined ? {} : { request }
}

type ErrorLine = { type: string; message: string; code?: string; stack?: string; cause?: ErrorLine }

/**
 * Describes an error without the visitor's data: cuts the parameters of a failed query out of message and stack, and
 * leaves out `detail`, which holds Postgres's offending row.
 */
function describeError(error: unknown): ErrorLine {
	if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }

	const { code } = error as { code?: unknown }
	const message = withoutParameters(error.message)
	return {
		type: error.name,
		message,
		...(typeof code === 'string' && { code }),
		...(error.stack && { stack: error.stack.replace(error.message, message) }),
		...(error.cause instanceof Error && { cause: describeError(error.cause) }),
	}
}

function withoutParameters(message: string) {
	return message.replace(/\nparams:[\s\S]*/, '')
}

/**
 * Hides the secrets in a path for the log: a part of 16 signs or more, such as the token of a reset link, a payment or
 * a booking, becomes ':token', and the code of a pay link becomes ':code', also where '/pay/' is in capitals or written
 * with percent signs.
 */
export function withoutTokens(path: string): string {
	return path.replace(/[^/.]{16,}/g, ':token').replace(payCode, '$1:code')
}

const payCode = /^(\/*(?:p|%50|%70)(?:a|%41|%61)(?:y|%59|%79)\/+)[^/?]+/i
