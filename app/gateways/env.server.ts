import { parseEnv } from '#app/gateways/environment.ts'

/** The environment of this process, parsed once; no other file of the shop reads `process.env`. */
export const env = parseEnv(process.env)
