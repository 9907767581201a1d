import { style } from '@vanilla-extract/css'

/** In large type a word may be wider than a phone. */
export const word = style({ '@media': { '(width >= 20rem)': { whiteSpace: 'nowrap' } } })
