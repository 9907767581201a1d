import { style } from '@vanilla-extract/css'

import { due, soft } from '#app/ui/order/order-page.css.ts'
import { stack } from '#app/ui/panel.css.ts'

export { soft }
export const form = stack.lg
export const amount = style([due, { overflowWrap: 'anywhere' }])
