/** True in `npm run test:all`, which runs all tests. `npm test` leaves out those whose titles say `@all`. */
export const isWhole = process.env['TESTS'] === 'all'
