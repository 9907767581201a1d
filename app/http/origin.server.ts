import { env } from '#app/gateways/env.server.ts'

/** The shop's public origin, from the configuration and never from a request. */
export const siteOrigin = env.APP_ORIGIN
