import { env } from '#app/gateways/env.server.ts'

/** Where visitors find the shop; never what a request claims. */
export const siteOrigin = env.APP_ORIGIN
