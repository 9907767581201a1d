import { use } from 'react'
import { isRouteErrorResponse } from 'react-router'

import { Reference } from '#app/ui/reference.ts'
import { Unavailable } from '#app/ui/unavailable.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskKey, DeskMessage } from '#desk/i18n/words.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { panel } from '#desk/ui/panel.css.ts'

/**
 * The page in place of one that was refused or failed: the reason, and a link home. At a device whose person's access
 * has ended every page is refused, so the link leads to the sign-in of another person (faults N334).
 */
export function ErrorScreen({ error }: { error: unknown }) {
	const { t } = useDeskI18n()
	const isMissing = isRouteErrorResponse(error) && error.status === 404
	const heading = t(isMissing ? 'error.notFoundHeading' : 'error.heading')
	const reference = use(Reference)
	const message = useMessage(error)
	const way = hasGone(error)
		? ({ to: '/sign-in', words: 'error.signIn' } as const)
		: ({ to: '/', words: 'error.back' } as const)
	return (
		<div className={panel}>
			<title>{heading}</title>
			<h1>{heading}</h1>
			<p>{message}</p>
			<p suppressHydrationWarning>{reference}</p>
			<p>
				<LinkButton to={way.to} reloadDocument look="line">
					{t(way.words)}
				</LinkButton>
			</p>
		</div>
	)
}

type Refused = { data: unknown; status: number }

/** True for the refusal of a person whose access has ended. */
function hasGone(error: unknown): boolean {
	if (!isRouteErrorResponse(error)) return false
	const { data } = error as Refused
	return isDeskMessage(data) && data.key === 'signIn.hasGone'
}

function useMessage(error: unknown): string {
	const { t } = useDeskI18n()
	const isUnavailable = use(Unavailable)
	if (isUnavailable) return t('error.unavailable')
	if (!isRouteErrorResponse(error)) return t('error.unknown')
	const { data, status } = error as Refused
	if (typeof data === 'string' && data !== '') return data
	if (isDeskMessage(data)) return t(data.key, data.values)
	return t(refusals[status] ?? 'error.unknown')
}

/** True for the data of an error that a middleware or a loader threw with `data(message, status)`. */
function isDeskMessage(data: unknown): data is DeskMessage {
	return typeof data === 'object' && data !== null && 'key' in data
}

const refusals: Partial<Record<number, DeskKey>> = {
	400: 'error.unreadable',
	403: 'error.refused',
	404: 'error.notFound',
	405: 'error.unreadable',
	413: 'error.tooLarge',
	414: 'error.tooLarge',
	415: 'error.unreadable',
	429: 'error.tooMany',
	503: 'error.unavailable',
}
