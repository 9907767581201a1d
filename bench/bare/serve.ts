import { createRequestHandler } from '@react-router/express'
import compression from 'compression'
import express from 'express'
import type { ServerBuild } from 'react-router'

// The bare page as `react-router-serve` answers it, without the line that it logs for each request.

const build: ServerBuild = await import(process.env['BARE_BUILD'] ?? '')
const app = express()
app.disable('x-powered-by')
app.use(compression())
app.use(createRequestHandler({ build, mode: 'production' }))
app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.once('disconnect', () => process.exit(0))
