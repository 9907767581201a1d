import { style, styleVariants } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'
import { desk } from '#desk/ui/tokens.css.ts'

const { color, font } = theme

/** Words that screen readers read and nobody sees. */
export const unseen = style({
	position: 'absolute',
	width: '1px',
	height: '1px',
	overflow: 'hidden',
	clipPath: 'inset(50%)',
	whiteSpace: 'nowrap',
})

export const soft = style({ color: color.soft })
export const small = style({ fontSize: desk.text.small })
export const warning = style({ color: color.warning })
export const danger = style({ color: color.danger })

/** A time or a number that leads the row of a table, in large type. */
export const large = style({ font: `700 ${desk.text.h2}/1.25 ${font.display}` })
export const unbroken = style({ whiteSpace: 'nowrap' })

const tagBase = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '0.25rem',
	padding: '0.0625rem 0.4375rem',
	border: `1.5px solid ${color.edge}`,
	borderRadius: '0.3125rem',
	fontSize: desk.text.small,
	fontWeight: 650,
	lineHeight: 1.35,
	color: color.text,
})
/** A word in a frame, such as an allergy or a state. The word says what its colour means. */
export const tag = styleVariants({
	plain: [tagBase],
	warning: [tagBase, { borderColor: color.warning, color: color.warning }],
	danger: [tagBase, { borderColor: color.danger, color: color.danger }],
	success: [tagBase, { borderColor: color.success, color: color.success }],
	quiet: [tagBase, { borderColor: color.line, color: color.soft, fontWeight: 500 }],
})

const noteBase = style({
	padding: '0.5rem 0.75rem',
	borderInlineStart: `4px solid ${color.edge}`,
	borderRadius: `0 ${theme.radius.sm} ${theme.radius.sm} 0`,
	background: color.notification,
	overflowWrap: 'anywhere',
	minWidth: 0,
})
/** A notice in a page: `act` asks for something, `no` refuses, `ok` says what has been done, `plain` informs. */
export const note = styleVariants({
	plain: [noteBase],
	act: [noteBase, { borderColor: color.warning }],
	no: [noteBase, { borderColor: color.danger }],
	ok: [noteBase, { borderColor: color.success }],
})
