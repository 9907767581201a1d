import { DateTime } from 'luxon'

/** The only clock of the house: read once for each action and passed down. */
export function now(): DateTime {
	return DateTime.utc()
}
