import type { Message } from '#app/i18n/i18n.ts'

/** What a visit remembers. The cart itself is rows, so two tabs cannot overwrite each other. */
export type SessionData = {
	cartId: string
	/** Orders placed in this visit: only here their confirmation shows personal data. */
	orderIds: string[]
}

/** Shown once, on the next page. */
export type SessionFlash = { notice: Notice }
export type Notice = Message & { kind: 'success' | 'warning' | 'error' }

/** As React Router keeps it: flashed values under their own keys. */
export type SessionRowData = Partial<SessionData> & Record<string, unknown>
