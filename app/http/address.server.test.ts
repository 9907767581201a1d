import { expect, test } from 'vitest'

import { addressHash, networkOf } from '#app/http/address.server.ts'

test.each([
	['10.0.0.1', '10.0.0.1'],
	['::ffff:10.0.0.1', '10.0.0.1'],
	['::FFFF:a00:1', '10.0.0.1'],
	['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
	['::1', '::'],
	['::', '::'],
	['2001:db8::1', '2001:db8::'],
	['2001:db8::2', '2001:db8::'],
	['2001:0DB8:0000:0000:ffff::10.0.0.1', '2001:db8::'],
	['2001:db8:0:1::1', '2001:db8:0:1::'],
	['1:2:3:4:5:6:7:8', '1:2:3:4::'],
	['1:2:3:4:5:6:7::', '1:2:3:4::'],
	['fe80::1%eth0', 'fe80::'],
	['::fffe:10.0.0.1', '::'],
	['not an address', 'not an address'],
])('%s comes from %s', (address, network) => {
	expect(networkOf(address)).toBe(network)
})

test('an address is counted on as before when a newer secret is put in front (faults H17)', () => {
	const [newest, oldest] = ['n'.repeat(32), 'o'.repeat(32)]
	const before = addressHash('203.0.113.7', [oldest])
	expect(addressHash('203.0.113.7', [newest, oldest])).toBe(before)
	expect(addressHash('203.0.113.8', [oldest])).not.toBe(before)
	expect(addressHash('203.0.113.7', [newest])).not.toBe(before)
})
