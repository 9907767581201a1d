import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

/** As high as the screen: what follows is out of sight while the times of another day come (faults N44). */
export const choice = style({ minHeight: '100svh' })
/** The days stay in sight above the times of the chosen one. */
export const times = style({ fontSize: theme.text.h3, scrollMarginBlockStart: '9rem' })
