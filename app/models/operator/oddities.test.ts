import { expect, test } from 'vitest'

import { type NodeSettings, levelOfStart, oddities } from '#app/models/operator/oddities.ts'

const sound: NodeSettings = {
	origin: 'https://shop.spielwelt.de',
	isProxyNamed: true,
	isRoot: false,
	hasMailServer: true,
	isSandbox: false,
	isPractice: false,
	venueEmail: 'hallo@spielwelt.de',
	areJobsDone: true,
	connections: 97,
	wantedConnections: 97,
}

test('a node with all settings has no oddities', () => {
	expect(oddities(sound)).toEqual([])
})

test.each<[Partial<NodeSettings>, RegExp]>([
	[{ origin: 'http://localhost:3000' }, /^APP_ORIGIN is http:\/\/localhost:3000: /],
	[{ origin: 'http://[::1]:3000' }, /^APP_ORIGIN/],
	[{ isProxyNamed: false }, /^TRUST_PROXY is not set/],
	[{ isRoot: true }, /runs as root/],
	[{ hasMailServer: false }, /^SMTP_URL is not set/],
	[{ isSandbox: true }, /^PAYMENT_SANDBOX is set/],
	[{ isPractice: true }, /^the bookings are invented/],
	[{ venueEmail: 'hallo@raumzeit.example' }, /^the venue is the demo/],
	[{ venueEmail: 'shop@example.org' }, /^the venue is the demo/],
	[
		{ connections: 8, wantedConnections: 21 },
		/^the database gives 8 connections, .* would like 21: /,
	],
	[{ areJobsDone: false }, /^JOBS is 0 here/],
])('%o is named', (odd, sentence) => {
	expect(oddities({ ...sound, ...odd })).toEqual([expect.stringMatching(sentence)])
})

test.each([
	{ origin: 'http://shop.spielwelt.de', isProxyNamed: false },
	{ venueEmail: 'hallo@myexample.de' },
])('%o is not odd', (it) => {
	expect(oddities({ ...sound, ...it })).toEqual([])
})

test.each([
	['in a log', ['something'], { isTerminal: false, isSandbox: true }, 'warn'],
	['in a log', [], { isTerminal: false, isSandbox: false }, 'info'],
	['at a terminal, with real money', ['something'], { isTerminal: true, isSandbox: false }, 'warn'],
	['at a terminal, tried out', ['something'], { isTerminal: true, isSandbox: true }, 'debug'],
] as const)('a start %s with %j odd', (_, odd, place, level) => {
	expect(levelOfStart(odd, place)).toBe(level)
})
