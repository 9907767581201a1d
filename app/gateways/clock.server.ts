import { DateTime } from 'luxon'

/** Returns the present moment: the only clock of the shop, read once for each action and passed down. */
export function now(): DateTime {
	return DateTime.utc()
}
