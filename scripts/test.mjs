// `npm test`: from a fresh clone to an answer.
import { build, install, requireNode } from './shop/prepare.mjs'

requireNode()
install()

const { register } = await import('tsx/esm/api')
register()

const { main } = await import('./test.ts')
main({ build })
