import { z } from 'zod'

/** A passkey in the list of its account. */
export type ListedPasskey = { id: string; name: string; createdAt: Date; usedAt: Date | null }

/** The schema of the name that an owner gives a passkey. */
export const passkeyName = z.string().trim().min(1).max(60)

const base64url = z.string().regex(/^[\w-]{1,2000}$/)
const credential = z.looseObject({
	id: base64url,
	rawId: base64url,
	type: z.literal('public-key'),
	response: z.looseObject({
		clientDataJSON: z.string(),
		/** The ways by which the key can be reached, such as 'usb' or 'hybrid'; stored unchanged. */
		transports: z.array(z.string().regex(/^[\w-]{1,30}$/)).optional(),
	}),
	clientExtensionResults: z.looseObject({}),
})

/** The schema of the authenticator's response as JSON, which the browser's script puts into a form. */
const answer = z
	.string()
	.max(20_000)
	.transform((text, context) => {
		const parsed = credential.safeParse(fromJson(text))
		if (parsed.success) return parsed.data
		context.addIssue({ code: 'custom', message: 'invalid' })
		return z.NEVER
	})

/** The schema of a signed challenge: the challenge's id and the authenticator's response. */
export const signedChallenge = z.object({ challenge: z.uuid(), answer })
export type SignedChallenge = z.output<typeof signedChallenge>

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
