import { useActionData } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'

/**
 * The title of the document. After a refused form it begins with 'Fehler:', because a screen reader says the title
 * before anything else of a page that was loaded again.
 */
export function PageTitle({ children }: { children: string }) {
	const { t } = useI18n()
	const answer = useActionData()
	return (
		<title>{isRefused(answer) ? t('layout.titleRefused', { title: children }) : children}</title>
	)
}

/** What an action answers is the result of a form, or holds it under a name of its own. */
function isRefused(answer: unknown): boolean {
	if (typeof answer !== 'object' || answer === null) return false
	return isError(answer) || Object.values(answer).some(isError)
}

function isError(result: unknown): boolean {
	return (
		typeof result === 'object' && result !== null && 'status' in result && result.status === 'error'
	)
}
