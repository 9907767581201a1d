import { isRouteErrorResponse } from 'react-router'

import type { Message } from '#app/i18n/i18n.ts'

export const unavailable: Message = { key: 'errorScreen.unavailable' }

const refusals: Partial<Record<number, Message>> = {
	400: { key: 'errorScreen.unreadable' },
	403: { key: 'errorScreen.refused' },
	405: { key: 'errorScreen.wrongMethod' },
	413: { key: 'errorScreen.tooLarge' },
	414: { key: 'errorScreen.tooLarge' },
	415: { key: 'errorScreen.unreadable' },
	429: { key: 'errorScreen.tooMany' },
	503: unavailable,
}

/** True for a message: the data of a response that `orNotFound` throws. */
export function isMessage(data: unknown): data is Message {
	return typeof data === 'object' && data !== null && 'key' in data
}

/**
 * Returns the message for the error screen: the one that a loader threw, or the one for the status of a refusal. Of an
 * unexpected error it says only that one happened.
 */
export function messageOf(error: unknown): Message {
	if (!isRouteErrorResponse(error)) return { key: 'errors.unknown' }
	if (isMessage(error.data)) return error.data
	return refusals[error.status] ?? { key: 'errors.unknown' }
}
