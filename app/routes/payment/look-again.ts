import { useEffect } from 'react'

import { useRefresh } from '#app/ui/refresh.ts'

/**
 * The seconds between two reloads of a page on which a payment is checked, so that its outcome shows within five
 * seconds (reading 24). `laterSeconds` counts after `often` reloads, because a debit may take days; without scripts
 * also while a provider gives no answer, so that the page can be read and its button be reached.
 */
export const lookAgain = { seconds: 2, often: 30, laterSeconds: 4 }

/** Reloads the data of a page that shows a payment being checked, as long as the page is shown. */
export function useLookAgain(): void {
	const refresh = useRefresh()
	useEffect(() => {
		let looks = 0
		let timer: ReturnType<typeof setTimeout>
		const lookLater = () => {
			const pause = looks < lookAgain.often ? lookAgain.seconds : lookAgain.laterSeconds
			looks += 1
			// The next reload waits for the last: a second one would abort it on a slow line.
			timer = setTimeout(() => void refresh().finally(lookLater), pause * 1000)
		}
		lookLater()
		return () => {
			looks = Number.POSITIVE_INFINITY
			clearTimeout(timer)
		}
	}, [refresh])
}
