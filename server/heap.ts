/**
 * The options of Node for the heap of a shop's process: about 100 MB of it are in use, and by default Node lets it grow
 * to three times as much before it clears it of garbage. `npm run serve` sets these, too.
 */
export const heapFlags = ['--max-old-space-size=320', '--max-semi-space-size=8']

/** The options of Node for the heap of a desk's process, which answers a few tablets: about 60 MB of it are in use. */
export const deskHeapFlags = ['--max-old-space-size=160', '--max-semi-space-size=4']
