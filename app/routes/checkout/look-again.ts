import { useEffect } from 'react'

import { useRefresh } from '#app/ui/refresh.ts'

/**
 * The seconds between two reloads, so that a payment's outcome shows within five seconds, also without scripts (reading
 * 24). After `often` reloads they come less often, because a debit may take days.
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
