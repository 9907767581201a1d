import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

const { space } = theme

/** The button that signs in by a passkey, at a distance from the form above it. */
export const otherWay = style({ marginTop: space.xl })

/**
 * The place of the sentence that a passkey was not used: always there, so that a screen reader announces the sentence;
 * takes room only with it.
 */
export const failure = style({ selectors: { '&:not(:empty)': { marginTop: space.md } } })
