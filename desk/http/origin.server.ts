import { env } from '#app/gateways/env.server.ts'

/** The desk's public origin from the configuration; never taken from a request, and never the shop's. */
export const deskOrigin = env.DESK_ORIGIN ?? `http://localhost:${env.DESK_PORT}`
