/**
 * The heap of a server process: about 100 MB of it are in use, and by default Node lets three times as much collect
 * before it clears it. `npm run serve` sets the same.
 */
export const heapFlags = ['--max-old-space-size=320', '--max-semi-space-size=8']
