import type { Texts } from '#app/i18n/de.ts'

/**
 * The blocks of texts that only servers say: letters, documents, pages without scripts, and pages whose loader sends
 * their words along (`pageTexts`). The build leaves them out of the texts of browsers.
 */
export const blocksOfServers: readonly Block[] = [
	'accessData',
	'booking',
	'calendarFile',
	'cancelFee',
	'changePayment',
	'changing',
	'crowd',
	'deleting',
	'desk',
	'forgot',
	'giftVoucher',
	'gone',
	'hoursTable',
	'invoice',
	'leaving',
	'mail',
	'moveButton',
	'moving',
	'ownData',
	'passkeys',
	'payLink',
	'policy',
	'reference',
	'refunded',
	'register',
	'rescheduled',
	'reset',
	'rest',
	'sessions',
	'unavailable',
	'verify',
	'withdrawal',
	'withoutScripts',
]

/** The name of a block of texts, or of one inside of it. */
type Block = keyof Texts | Inner<Texts[keyof Texts]>
type Inner<Parent> = Parent extends Parent ? keyof Parent : never
