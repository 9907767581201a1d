/**
 * The heap of a server process, sized on purpose: what lives in it is about 100 MB, and Node left to itself
 * lets three times as much come together before it looks what is left. `npm run serve` says the same.
 */
export const heapFlags = ['--max-old-space-size=320', '--max-semi-space-size=8']
