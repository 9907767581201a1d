// `npm test`: installs what a fresh clone lacks, and runs all checks and tests.
import { build, prepare } from './shop/prepare.mjs'

await prepare()

const { main } = await import('./test.ts')
await main({ build })
