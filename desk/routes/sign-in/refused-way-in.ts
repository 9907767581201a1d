import type { Refused } from '#app/models/result.ts'
import { complaint, complaintsAt, type Complaints } from '#desk/ui/complaints.ts'

/**
 * Returns the complaints about a refused password, passkey or person: at their fields where the password or the person
 * was typed wrong.
 */
export function refusedWayIn({ message }: Refused, sentence: string): Complaints {
	if (message.key === 'errors.desk.passwordTyped') return complaintsAt({ newPassword: sentence })
	if (message.key === 'errors.desk.personTyped')
		return complaintsAt({ name: sentence, email: sentence })
	return complaint(sentence)
}
