import * as styles from '#desk/ui/icon.css.ts'

const paths = {
	today: (
		<>
			<rect x="4" y="5.5" width="16" height="15" rx="2.5" />
			<path d="M4 10h16M8.5 3v4M15.5 3v4" />
		</>
	),
	rooms: (
		<>
			<path d="M4 5h16M4 12h16M4 19h16" />
			<path d="M7 5v0M9 3.5h5v3H9zM12 10.5h6v3h-6zM6 17.5h6v3H6z" className={styles.filled} />
		</>
	),
	phone: (
		<path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z" />
	),
	staff: (
		<>
			<circle cx="9" cy="8" r="3.5" />
			<path d="M3 20a6 6 0 0 1 12 0M16 4.700a3.5 3.5 0 0 1 0 6.600M18 14.600a6 6 0 0 1 3 5.4" />
		</>
	),
	search: (
		<>
			<circle cx="11" cy="11" r="6.5" />
			<path d="m16 16 4.5 4.5" />
		</>
	),
	print: (
		<>
			<path d="M7 8V3h10v5M7 17H4V9h16v8h-3" />
			<rect x="7" y="14" width="10" height="7" />
		</>
	),
	warning: <path d="M12 4 2.5 20h19zM12 10v4.5M12 17.3v.2" />,
	back: <path d="m15 5-7 7 7 7" />,
	forward: <path d="m9 5 7 7-7 7" />,
	done: <path d="m4.5 12.5 5 5 10-11" />,
	stop: <path d="M6 6l12 12M18 6 6 18" />,
	mail: (
		<>
			<rect x="3" y="5.5" width="18" height="13" rx="2" />
			<path d="m3.5 7 8.5 6.500L20.5 7" />
		</>
	),
	lock: (
		<>
			<rect x="5" y="11" width="14" height="9.5" rx="2" />
			<path d="M8 11V7.500a4 4 0 0 1 8 0V11" />
		</>
	),
}

export type IconName = keyof typeof paths

/** A picture beside words; screen readers leave it out. */
export function Icon({ name }: { name: IconName }) {
	return (
		<svg viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
			{paths[name]}
		</svg>
	)
}

/** The logo of the desk, a planet with a ring. */
export function DeskLogo() {
	return (
		<svg viewBox="0 0 48 48" aria-hidden="true" className={styles.logo}>
			<circle cx="24" cy="24" r="14" className={styles.planet} />
			<path d="M14 14a14 14 0 0 1 22 3c-6 2-16 1-22-3z" className={styles.cap} />
			<path
				d="M11.2 29.7C6 32.8 3 35.8 3.9 37.4c1.6 2.7 12.5-1.1 24.4-8.400C40.2 21.7 47.7 13.3 46.1 10.600c-1-1.7-5.7-.8-12 1.9"
				className={styles.ring}
			/>
		</svg>
	)
}
