import { expect, test } from 'vitest'

import { networkOf } from '#app/middleware/visit.server.ts'

test.each([
	['10.0.0.1', '10.0.0.1'],
	['::ffff:10.0.0.1', '10.0.0.1'],
	['::FFFF:a00:1', '10.0.0.1'],
	['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
	['::1', '0:0:0:0'],
	['::', '0:0:0:0'],
	['2001:db8::1', '2001:db8:0:0'],
	['2001:db8::2', '2001:db8:0:0'],
	['2001:0DB8:0000:0000:ffff::10.0.0.1', '2001:db8:0:0'],
	['2001:db8:0:1::1', '2001:db8:0:1'],
	['1:2:3:4:5:6:7:8', '1:2:3:4'],
	['1:2:3:4:5:6:7::', '1:2:3:4'],
	['fe80::1%eth0', 'fe80:0:0:0'],
	['::fffe:10.0.0.1', '0:0:0:0'],
	['not an address', 'not an address'],
])('%s comes from %s', (address, network) => {
	expect(networkOf(address)).toBe(network)
})
