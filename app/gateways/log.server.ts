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
 * Structured log lines on standard output. Ids, codes, counts and durations only: no names, no
 * addresses, no tokens. What slips in by way of an object or an error is hidden here. What is logged for a
 * request names it.
 */
export const log = pino(logOptions(env.LOG_LEVEL))

/** The options of `log`, apart so that a test can write to its own stream. */
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
 * An error without the visitor's data in it: a failed query's message and stack repeat its
 * parameters, and Postgres puts the offending row into `detail`. Those are left out.
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

/** Tokens of reset links, payments and bookings are part of the path. */
export function withoutTokens(path: string): string {
	return path.replace(/[^/.]{16,}/g, ':token')
}
