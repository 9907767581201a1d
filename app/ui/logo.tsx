import { useId } from 'react'

import * as styles from '#app/ui/logo.css.ts'

/** The shop's mark, a planet with its ring. Hidden from screen readers, because it says nothing beside the words. */
export function Logo({ className }: { className?: string }) {
	const gradient = useId()
	return (
		<svg
			viewBox="0 0 48 48"
			width="34"
			height="34"
			aria-hidden="true"
			{...(className && { className })}
		>
			<defs>
				<linearGradient id={gradient} x1="0.1" y1="0" x2="0.9" y2="1">
					<stop offset="0" className={styles.dayside} />
					<stop offset="0.55" className={styles.dusk} />
					<stop offset="1" className={styles.nightside} />
				</linearGradient>
			</defs>
			<circle cx="24" cy="24" r="14" fill={`url(#${gradient})`} />
			<path
				d="M11.2 29.7C6 32.8 3 35.8 3.9 37.4c1.6 2.7 12.5-1.1 24.4-8.4C40.2 21.7 47.7 13.3 46.1 10.6c-1-1.7-5.7-.8-12 1.9"
				fill="none"
				strokeWidth="2.4"
				strokeLinecap="round"
				className={styles.ring}
			/>
		</svg>
	)
}
