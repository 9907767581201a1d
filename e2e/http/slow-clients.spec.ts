import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from '@playwright/test'

import { newVisitor } from './visitor.ts'

// F15 of the faults: clients that hold a connection and send nearly nothing.

const origin = process.env['SHOP_URL'] ?? ''
const { host, hostname, port } = new URL(origin)

/** Begins a request and never ends it; returns the shop's end of it. */
async function dawdle(beginning: string): Promise<string> {
	const socket = connect(Number(port), hostname)
	await once(socket, 'connect')
	let heard = ''
	socket.on('data', (part) => (heard += part.toString()))
	socket.on('error', () => {})
	socket.write(beginning)
	await once(socket, 'close')
	return heard
}

test('F15: beside 300 of them others are served, and all are sent away @faults', async () => {
	const head = `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow:`
	const body = `POST /cart HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 10\r\n\r\nx`
	const slowOnes = { areGone: false }
	const slow = Promise.all(
		Array.from({ length: 300 }, (_, index) => dawdle(index % 2 ? head : body)),
	).finally(() => (slowOnes.areGone = true))
	const times: number[] = []
	while (!slowOnes.areGone) {
		const { status, ms } = await newVisitor(origin).get('/pages/agb')
		expect(status).toBe(200)
		times.push(Math.round(ms))
		await delay(250)
	}
	const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
	console.log(`F15: ${times.length} pages served meanwhile, median ${median} ms`)
	for (const heard of await slow) expect(heard).toMatch(/^(HTTP\/1\.1 408 |$)/)
})
