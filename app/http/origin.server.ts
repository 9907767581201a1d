import { env } from '#app/gateways/env.server.ts'

/** The shop's public origin from the configuration; never taken from a request. */
export const siteOrigin = env.APP_ORIGIN
