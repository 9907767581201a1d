import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

/** Another way to sign in, apart from the form above it. */
export const otherWay = style({ marginTop: space.xl })

/** Always there, so that a screen reader announces its text; takes room only with text. */
export const failure = style({ selectors: { '&:not(:empty)': { marginTop: space.md } } })
