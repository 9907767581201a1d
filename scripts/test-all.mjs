// `npm run test:all`: installs what a fresh clone lacks, and runs the tests that take long.
import { build, install, requireNode } from './shop/prepare.mjs'

requireNode()
await install()

const { register } = await import('tsx/esm/api')
register()

const { main } = await import('./test-all.ts')
await main({ args: process.argv.slice(2), build })
