// `npm start` and `npm run dev`: makes an open shop from a fresh clone.
import { build, install, requireNode } from './shop/prepare.mjs'

requireNode()
await install()

const { register } = await import('tsx/esm/api')
register()

const { main } = await import('./start.ts')
const dev = process.argv.includes('--dev')
await main({ dev, prepare: dev ? () => {} : build })
