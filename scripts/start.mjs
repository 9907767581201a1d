// `npm start` and `npm run dev`: makes an open shop from a fresh clone.
import { build, prepare } from './shop/prepare.mjs'

await prepare()

const { main } = await import('./start.ts')
const dev = process.argv.includes('--dev')
await main({ dev, prepare: dev ? () => {} : build })
