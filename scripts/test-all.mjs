// `npm run test:all`: installs what a fresh clone lacks, and runs the tests that take long.
import { build, prepare } from './shop/prepare.mjs'

await prepare()

const { main } = await import('./test-all.ts')
await main({ args: process.argv.slice(2), build })
