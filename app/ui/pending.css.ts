import { keyframes, style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const travel = keyframes({
	from: { transform: 'scaleX(0)' },
	'60%': { transform: 'scaleX(0.75)' },
	to: { transform: 'scaleX(0.95)' },
})

/** The line along the top of the window that grows while the next page loads; a quick page never shows it. */
export const pending = style({
	position: 'fixed',
	zIndex: theme.layer.header,
	insetBlockStart: 0,
	insetInline: 0,
	height: '3px',
	background: theme.color.primary,
	transformOrigin: '0 0',
	transform: 'scaleX(0)',
	animation: `${travel} 6s 0.15s ease-out forwards`,
})
