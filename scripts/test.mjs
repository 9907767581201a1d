// `npm test`: installs what a fresh clone lacks, and runs all checks and tests.
import { build, install, requireNode } from './shop/prepare.mjs'

requireNode()
await install()

const { register } = await import('tsx/esm/api')
register()

const { main } = await import('./test.ts')
await main({ build })
