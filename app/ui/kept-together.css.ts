import { style } from '@vanilla-extract/css'

/** Keeps words on one line, from 20 rem of width on: in large type they may be wider than a phone. */
export const word = style({ '@media': { '(width >= 20rem)': { whiteSpace: 'nowrap' } } })
