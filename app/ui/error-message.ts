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

/** What `found` may say of the thing that is not there. */
export function isMessage(data: unknown): data is Message {
	return typeof data === 'object' && data !== null && 'key' in data
}

/** Says what the visitor can make something of; of anything unexpected only that it happened. */
export function messageOf(error: unknown): Message {
	if (!isRouteErrorResponse(error)) return { key: 'errors.unknown' }
	if (isMessage(error.data)) return error.data
	return refusals[error.status] ?? { key: 'errors.unknown' }
}
