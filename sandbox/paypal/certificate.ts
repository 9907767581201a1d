import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** The key that signs webhooks, and its certificate; `id` names the certificate's address. */
export type Seal = { id: string; certificate: string; privateKey: KeyObject }

/** Makes a new key for each run of the program, in a self-signed certificate (RFC 5280). */
export function makeSeal(): Seal {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const key = publicKey.export({ type: 'spki', format: 'der' })
	const now = Date.now()
	const body = sequence(
		tagged(0xa0, integer(2)),
		integer(1),
		algorithm,
		name,
		sequence(time(now - DAY), time(now + 365 * DAY)),
		name,
		key,
	)
	const signature = sign('sha256', body, privateKey)
	const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature))
	const lines = der.toString('base64').replaceAll(/.{1,64}/g, '$&\n')
	return {
		id: `CERT-${createHash('sha256').update(der).digest('hex').slice(0, 16)}`,
		certificate: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
		privateKey,
	}
}

const DAY = 24 * 60 * 60 * 1000

/** Encodes one value by the Distinguished Encoding Rules (X.690): tag, length, contents. */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
	const body = Buffer.concat(contents)
	const length =
		body.length < 128 ? [body.length] : [0x82, (body.length >> 8) & 255, body.length & 255]
	return Buffer.concat([Buffer.from([tag, ...length]), body])
}

function sequence(...contents: Buffer[]): Buffer {
	return tagged(0x30, ...contents)
}

function integer(value: number): Buffer {
	return tagged(0x02, Buffer.from([value]))
}

function time(milliseconds: number): Buffer {
	const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '').slice(2, 14)
	return tagged(0x17, Buffer.from(`${digits}Z`))
}

/** sha256WithRSAEncryption (1.2.840.113549.1.1.11). */
const algorithm = sequence(
	tagged(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
	tagged(0x05, Buffer.alloc(0)),
)

/** The common name (2.5.4.3) of the pretend signer. */
const name = sequence(
	tagged(
		0x31,
		sequence(
			tagged(0x06, Buffer.from('550403', 'hex')),
			tagged(0x0c, Buffer.from('messageverificationcerts.sandbox')),
		),
	),
)
