/**
 * The seed of everything random in tests, an integer: PROPERTY_SEED, or the one of `npm test`, so that a run that
 * failed can be repeated. `npm run property` and `npm run test:all` draw one and print it.
 */
export const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_128)
