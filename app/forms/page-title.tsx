import { useActionData } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'

/**
 * The title of the document. When its form was refused, it begins with 'Fehler:', because a screen reader reads the
 * title of a loaded page first.
 */
export function PageTitle({ children }: { children: string }) {
	const { t } = useI18n()
	const answer = useActionData()
	return (
		<title>{isRefused(answer) ? t('layout.titleRefused', { title: children }) : children}</title>
	)
}

/** True when an action's answer is, or holds under any name, the result of a refused form. */
function isRefused(answer: unknown): boolean {
	if (typeof answer !== 'object' || answer === null) return false
	return isError(answer) || Object.values(answer).some(isError)
}

function isError(result: unknown): boolean {
	return (
		typeof result === 'object' && result !== null && 'status' in result && result.status === 'error'
	)
}
