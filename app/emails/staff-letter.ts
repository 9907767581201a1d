import type { TFunction } from 'i18next'

import { paragraph } from '#app/emails/letter.ts'
import { mailOf, type Mail } from '#app/emails/mail.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { Level } from '#app/models/staff/staff.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A letter with the link by which a member of staff sets a way in. */
export type StaffLetter = {
	venue: Venue
	locale: Locale
	name: string
	level: Level
	/** The name of the member of staff who invited; null for the command line. */
	invitedBy: string | null
	/** True for a person who has never had a way in. */
	isNew: boolean
	link: string
}

/** Writes to a member of staff: the level or that it is a new link, the link, and how long it works. */
export function staffLetter(data: StaffLetter, t: TFunction): Mail {
	const { venue, locale, name, invitedBy, isNew, link } = data
	const level = t(`mail.staff.level.${data.level}`)
	const by = invitedBy ?? venue.name
	const what = isNew
		? t('mail.staff.invited', { by, venue: venue.name, level })
		: t('mail.staff.newLink', { by, venue: venue.name })
	return mailOf({ subject: t('mail.staff.subject', { venue: venue.name }), venue, locale }, [
		paragraph(t('mail.greeting', { name })),
		paragraph(what),
		{ kind: 'link', label: t('mail.staff.button'), href: link },
		paragraph(t('mail.staff.age')),
		paragraph(t('mail.staff.notYou')),
	])
}
