import { once } from 'node:events'
import net from 'node:net'

import { expect, test } from 'vitest'

import { openPassage } from './passage.ts'

test('a shut passage keeps bytes and new connections back, and an open one passes them on in order (faults N241)', async () => {
	const server = net.createServer((socket) => {
		socket.on('data', (bytes) => socket.write(`got ${bytes}`))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const passage = await openPassage((server.address() as net.AddressInfo).port)
	const [first, second] = [await open(passage.address), await open(passage.address)]
	await expect(first.ask('1')).resolves.toBe('got 1')

	passage.shut()
	const late = [first.ask('2'), second.ask('3')]
	const third = await open(passage.address)
	late.push(third.ask('4'))
	// A server of its own, asked directly, has answered by now what it was asked before.
	const direct = await openDirect(server)
	await expect(direct.ask('5')).resolves.toBe('got 5')
	expect([first, second, third].map(({ heard }) => heard.join(''))).toEqual(['got 1', '', ''])

	passage.open()
	await expect(Promise.all(late)).resolves.toEqual(['got 2', 'got 3', 'got 4'])
	for (const { socket } of [first, second, third, direct]) socket.destroy()
	await passage.close()
	server.close()
	await expect(open(passage.address)).rejects.toThrow()
})

function openDirect(server: net.Server) {
	return open(`127.0.0.1:${(server.address() as net.AddressInfo).port}`)
}

async function open(address: string) {
	const [host = '', port] = address.split(':')
	const socket = net.connect({ host, port: Number(port) })
	await once(socket, 'connect')
	const heard: string[] = []
	socket.on('data', (bytes) => heard.push(String(bytes)))
	return {
		socket,
		heard,
		async ask(word: string): Promise<string> {
			socket.write(word)
			const [answer] = await once(socket, 'data')
			return String(answer)
		},
	}
}
