const paths = {
	check: 'M5 12.5l4.5 4.5L19 7.5',
	warning: 'M12 4l9 16H3L12 4zm0 6v4.5m0 2.6v.2',
	close: 'M6 6l12 12M18 6L6 18',
	cart: 'M3 4h2.2l2.4 11h10.2l2-8H6.2M9 20h.01M17 20h.01',
	person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c1.4-3.6 4.3-5 7.5-5s6.1 1.4 7.5 5',
	calendar:
		'M6 5.5h12a2 2 0 012 2v11a2 2 0 01-2 2H6a2 2 0 01-2-2v-11a2 2 0 012-2zM4 10.5h16M8.5 3v4m7-4v4',
	chevron: 'M9 5l7 7-7 7',
	lock: 'M7 11h10a2 2 0 012 2v5a2 2 0 01-2 2H7a2 2 0 01-2-2v-5a2 2 0 012-2zm1 0V8a4 4 0 018 0v3',
	arrowLeft: 'M19 12H5m6-6l-6 6 6 6',
	info: 'M12 3a9 9 0 100 18 9 9 0 000-18zm0 8v5m0-8.2V8',
} as const

export type SignName = keyof typeof paths

/**
 * A small line drawing in the colour of the text around it. Hidden from screen readers: the words beside it say the
 * same.
 */
export function Sign({ name, className }: { name: SignName; className?: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			width="24"
			height="24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			{...(className && { className })}
		>
			<path d={paths[name]} />
		</svg>
	)
}
