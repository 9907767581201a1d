import type { Texts } from '#app/i18n/de.ts'

/**
 * The blocks of texts that only servers say: letters, documents, pages without scripts, and pages whose loader answers
 * their words. The build leaves them out of the texts of browsers.
 */
export const blocksOfServers: readonly Block[] = [
	'booking',
	'calendarFile',
	'cancelFee',
	'changePayment',
	'changing',
	'crowd',
	'deleting',
	'desk',
	'gone',
	'hoursTable',
	'invoice',
	'leaving',
	'mail',
	'moveButton',
	'moving',
	'policy',
	'reference',
	'rescheduled',
	'rest',
	'unavailable',
	'withdrawal',
	'withoutScripts',
]

/** The name of a block of texts, or of one inside of it. */
type Block = keyof Texts | Inner<Texts[keyof Texts]>
type Inner<Parent> = Parent extends Parent ? keyof Parent : never
