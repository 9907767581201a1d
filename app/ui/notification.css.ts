import { keyframes, style, styleVariants } from '@vanilla-extract/css'

import { media, theme } from '#app/ui/theme.css.ts'

const { color, layer, radius, size, space, text, time } = theme

export const list = style({
	// In the flow of the page, so that it covers no heading; sticky, so that it stays in sight.
	position: 'sticky',
	zIndex: layer.notification,
	insetBlockStart: space.lg,
	width: `min(${size.notification}, calc(100% - 2 * ${space.lg}))`,
	margin: `0 ${space.lg} 0 auto`,
	display: 'grid',
	gap: space.md,
	padding: 0,
	listStyle: 'none',
	pointerEvents: 'none',
	'@media': {
		[media.md]: { position: 'fixed', insetInlineEnd: space.lg, margin: 0 },
		[media.print]: { display: 'none' },
	},
})

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(-0.75rem)' } })
const leave = keyframes({ to: { opacity: 0, visibility: 'hidden' } })

const base = style({
	position: 'relative',
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr) auto',
	alignItems: 'start',
	gap: space.md,
	padding: `${space.lg} ${space.sm} ${space.lg} ${space.lg}`,
	background: color.notification,
	border: `1px solid ${color.line}`,
	borderInlineStart: '4px solid currentcolor',
	borderRadius: radius.md,
	boxShadow: `0 1rem 2.5rem ${color.shadow}`,
	pointerEvents: 'auto',
	selectors: {
		'&:has(input:checked)': { display: 'none' },
		// A paused animation keeps its remaining time, the wait before it begins included.
		'&:hover, &:focus-within': { animationPlayState: 'paused' },
	},
})

export const kind = styleVariants({
	success: { color: color.success },
	warning: { color: color.warning },
	error: { color: color.danger },
})

export const stay = style([base, { animation: `${arrive} ${time.dialog} ease-out` }])

/** The milliseconds for which a message is shown by default, errors excepted. */
export const usual = 8_000

export const steps = [usual, 20_000, 60_000].map((wait) => ({
	wait,
	look: style([
		base,
		{
			animation: `${arrive} ${time.dialog} ease-out, ${leave} 0.4s ease-in ${wait}ms forwards`,
		},
	]),
}))

export const sign = style({ width: '1.5rem', height: '1.5rem', flex: 'none' })

export const words = style({
	color: color.text,
	overflowWrap: 'anywhere',
	paddingBlockStart: '0.05rem',
})

export const close = style({
	position: 'relative',
	flex: 'none',
	display: 'grid',
	placeItems: 'center',
	width: size.target,
	height: size.target,
	marginBlock: `calc(-1 * ${space.md})`,
	borderRadius: radius.sm,
	color: color.soft,
	fontSize: text.h2,
	cursor: 'pointer',
	selectors: {
		'&:hover': { color: color.text },
		'&:focus-within': { outline: `3px solid ${color.focus}` },
	},
})

export const closeBox = style({
	position: 'absolute',
	inset: 0,
	opacity: 0,
	margin: 0,
	cursor: 'pointer',
})
