import { style } from '@vanilla-extract/css'

import { theme } from '#app/ui/theme.css.ts'

/** Tall enough for a finger, and no line of the sentence is taller for it. */
export const link = style({ paddingBlock: theme.space.md })
