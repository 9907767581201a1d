import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

/** Another way in, apart from the form above it. */
export const otherWay = style({ marginTop: space.xl })

/** Always there to be read aloud when something is said in it; takes room only then. */
export const failure = style({ selectors: { '&:not(:empty)': { marginTop: space.md } } })
