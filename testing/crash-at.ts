import { existsSync, readFileSync, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

/**
 * Ends the process as `kill -9` does at the point that the file CRASH_AT names, once: the file is deleted first. A test
 * loads this module before a server (`NODE_OPTIONS=--import`); the shop does not know it. It watches the bytes that the
 * server sends to its database and the requests to providers, so no line of the shop is changed.
 */
export const crashPoints = [
	'before-lock',
	'before-hold',
	'after-hold',
	'after-order-insert',
	'after-payment-insert',
	'after-claim',
	'after-change-insert',
	'after-write',
	'after-revision',
	'after-provider-create',
	'after-capture',
	'after-commit',
	'before-mail',
	'after-mail',
	'after-refund',
] as const
export type CrashPoint = (typeof crashPoints)[number]

const file = process.env['CRASH_AT']
if (file) watch(file)

function watch(file: string): void {
	const isNext = (point: CrashPoint) => existsSync(file) && readFileSync(file, 'utf8') === point
	const reach = (point: CrashPoint) => {
		if (!isNext(point)) return
		rmSync(file)
		process.kill(process.pid, 'SIGKILL')
		// The signal arrives between two turns of the event loop: nothing more of this turn may be sent.
		for (;;);
	}
	watchDatabase(reach, isNext)
	watchProviders(reach)
	watchMails(reach)
}

type Reach = (point: CrashPoint) => void

/**
 * The marks that the statements of a transaction hold together, and the point reached when COMMIT was answered with
 * COMMIT.
 */
const committed: [marks: RegExp[], point: CrashPoint][] = [
	[[/\binsert into payments\b/], 'after-payment-insert'],
	[[/\bupdate payments\b/, /pgboss/], 'after-commit'],
	[[/\binsert into allocations\b/], 'after-hold'],
	[[/\binsert into order_changes\b/], 'after-change-insert'],
	[[/\binsert into order_revisions\b/], 'after-revision'],
]

/** The mark of a transaction whose COMMIT is cut off: all is written, and nothing of it is committed. */
const uncommitted: [mark: RegExp, point: CrashPoint][] = [
	[/\binsert into orders\b/, 'after-order-insert'],
	[/\binsert into order_changes\b/, 'after-claim'],
	[/\binsert into order_revisions\b/, 'after-write'],
]

/** The statements of one connection: `prepared` by name, and `said` since its transaction began. */
type Talk = { prepared: Map<string, string>; said: string[] }

function watchDatabase(reach: Reach, isNext: (point: CrashPoint) => boolean): void {
	const talks = new WeakMap<Socket, Talk>()
	const { write, emit } = Socket.prototype
	Socket.prototype.write = function (this: Socket, chunk: string | Uint8Array, ...more: unknown[]) {
		const talk: Talk = talks.get(this) ?? { prepared: new Map(), said: [] }
		talks.set(this, talk)
		const bytes = Buffer.from(chunk as Uint8Array)
		for (const { text, at } of statementsIn(bytes, talk.prepared)) {
			if (/\binsert into allocations\b/.test(text)) reach('before-hold')
			if (/\block_scarce\b/.test(text)) reach('before-lock')
			if (text === 'begin') talk.said = []
			// COMMIT travels with the last statements: it is cut off, so they are done and nothing is committed.
			const [, point] =
				(text === 'commit' && uncommitted.find(([mark, it]) => did(talk, mark) && isNext(it))) || []
			if (point) return Reflect.apply(write, this, [bytes.subarray(0, at), () => reach(point)])
			talk.said.push(text)
		}
		return Reflect.apply(write, this, [chunk, ...more])
	} as typeof write
	Socket.prototype.emit = function (this: Socket, event: string | symbol, ...more: unknown[]) {
		const talk = event === 'data' ? talks.get(this) : undefined
		if (talk?.said.at(-1) === 'commit' && String(more[0]).includes('COMMIT\0'))
			for (const [marks, point] of committed)
				if (marks.every((mark) => did(talk, mark))) reach(point)
		return Reflect.apply(emit, this, [event, ...more])
	} as typeof emit
}

function did({ said }: Talk, mark: RegExp): boolean {
	return said.some((statement) => mark.test(statement))
}

/**
 * Yields the statements that a piece of the PostgreSQL protocol executes, and where each begins: simple queries, and
 * prepared ones at their Bind. Other bytes on a socket hold none.
 */
function* statementsIn(
	bytes: Buffer,
	prepared: Map<string, string>,
): Generator<{ text: string; at: number }> {
	let at = 0
	while (at + 5 <= bytes.length) {
		const kind = String.fromCharCode(bytes[at] ?? 0)
		const length = bytes.readInt32BE(at + 1)
		if (!/[A-Za-z]/.test(kind) || length < 4 || at + 1 + length > bytes.length) return
		const [first = '', second = ''] = bytes.toString('utf8', at + 5, at + 1 + length).split('\0')
		if (kind === 'P') prepared.set(first, plain(second))
		if (kind === 'Q') yield { text: plain(first), at }
		if (kind === 'B') yield { text: prepared.get(second) ?? '', at }
		at += 1 + length
	}
}

function plain(statement: string): string {
	return statement.trim().replaceAll('"', '').replaceAll(/\s+/g, ' ')
}

const answered: [method: RegExp, point: CrashPoint][] = [
	[/\/v1\/checkout\/sessions$|\/v2\/checkout\/orders$/, 'after-provider-create'],
	[/\/v2\/checkout\/orders\/\w+\/capture$/, 'after-capture'],
	[/\/v1\/refunds$|\/captures\/\w+\/refund$/, 'after-refund'],
]

function watchProviders(reach: Reach): void {
	const { fetch } = globalThis
	globalThis.fetch = async (input, init) => {
		const response = await fetch(input, init)
		const url = String(input instanceof Request ? input.url : input)
		const isPost = init?.method === 'POST'
		for (const [where, point] of answered) if (isPost && where.test(url)) reach(point)
		return response
	}
}

/** A letter is there when its file has its name; the server gives names to other files too, such as its numbers. */
function watchMails(reach: Reach): void {
	const { rename } = fs
	fs.rename = async (from, to) => {
		const isMail = /\/mail\/[^/]+$/.test(String(to))
		if (isMail) reach('before-mail')
		await rename(from, to)
		if (isMail) reach('after-mail')
	}
	syncBuiltinESMExports()
}
