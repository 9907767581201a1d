// `npm start` and `npm run dev`: from a fresh clone to an open shop.
import { build, install, requireNode } from './shop/prepare.mjs'

requireNode()
install()

const { register } = await import('tsx/esm/api')
register()

const { main } = await import('./start.ts')
const dev = process.argv.includes('--dev')
await main({ dev, prepare: dev ? () => {} : build })
