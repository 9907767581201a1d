import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The origin and challenge of a request to an authenticator, as far as a page may choose them in a browser. */
type Challenge = { challenge: string; origin: string; rpID: string }

/**
 * A passkey in software: answers as a browser with an authenticator does (WebAuthn, ES256, no attestation). `counter`
 * sets the number of signatures that it reports, so that a copy of a passkey can be played; without `isVerified` it
 * asked for no PIN.
 */
export function newAuthenticator(counter = 0) {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const id = randomBytes(16)
	const state = { counter, isVerified: true }
	const names = { id: id.toString('base64url'), rawId: id.toString('base64url') }
	const rest = { type: 'public-key' as const, clientExtensionResults: {} }

	function dataOf({ rpID }: Challenge, flags: number, more = Buffer.alloc(0)) {
		const head = Buffer.alloc(5)
		head.writeUInt8(state.isVerified ? flags | USER_VERIFIED : flags)
		head.writeUInt32BE(state.counter, 1)
		return Buffer.concat([createHash('sha256').update(rpID).digest(), head, more])
	}

	return {
		state,
		id: names.id,
		/** Registers the key pair. */
		create(asked: Challenge) {
			const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
			const length = Buffer.from([0, id.length])
			const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)])
			const authData = dataOf(asked, USER_PRESENT | ATTESTED, attested)
			const attestationObject = Buffer.concat([
				Buffer.from([0xa3]),
				text('fmt'),
				text('none'),
				text('attStmt'),
				Buffer.from([0xa0]),
				text('authData'),
				bytes(authData),
			]).toString('base64url')
			const clientDataJSON = clientData('webauthn.create', asked).toString('base64url')
			return { ...names, ...rest, response: { clientDataJSON, attestationObject } }
		},
		/** Signs a challenge. */
		get(asked: Challenge) {
			state.counter += 1
			const authData = dataOf(asked, USER_PRESENT)
			const client = clientData('webauthn.get', asked)
			const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
			const response = {
				clientDataJSON: client.toString('base64url'),
				authenticatorData: authData.toString('base64url'),
				signature: sign('sha256', signed, privateKey).toString('base64url'),
			}
			return { ...names, ...rest, response }
		},
	}
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

function clientData(type: string, { challenge, origin }: Challenge): Buffer {
	return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

// CBOR, as much of it as is needed.

function text(value: string): Buffer {
	return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
	return Buffer.concat([Buffer.from([0x58, value.length]), value])
}

/** An ES256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
	const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
	const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
	return Buffer.concat([head, Buffer.from([0x21]), bytes(left), Buffer.from([0x22]), bytes(right)])
}
