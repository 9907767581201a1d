import { parseEnv } from '#app/gateways/environment.ts'

/** The environment of this process: parsed once, nothing else of the shop looks at `process.env`. */
export const env = parseEnv(process.env)
