import { z } from 'zod'

/** A passkey in the list of its account. */
export type ListedPasskey = { id: string; name: string; createdAt: Date; usedAt: Date | null }

/** What its owner calls a passkey. */
export const passkeyName = z.string().trim().min(1).max(60)

const base64url = z.string().regex(/^[\w-]{1,2000}$/)
const credential = z.looseObject({
	id: base64url,
	rawId: base64url,
	type: z.literal('public-key'),
	response: z.looseObject({
		clientDataJSON: z.string(),
		/** Kept as they are: 'usb', 'hybrid'. */
		transports: z.array(z.string().regex(/^[\w-]{1,30}$/)).optional(),
	}),
	clientExtensionResults: z.looseObject({}),
})

/** What an authenticator answered, as the browser's script puts it into a form: JSON. */
const answer = z
	.string()
	.max(20_000)
	.transform((text, context) => {
		const parsed = credential.safeParse(fromJson(text))
		if (parsed.success) return parsed.data
		context.addIssue({ code: 'custom', message: 'invalid' })
		return z.NEVER
	})

/** Which challenge was signed, and the answer. */
export const signedChallenge = z.object({ challenge: z.uuid(), answer })
export type SignedChallenge = z.output<typeof signedChallenge>

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
