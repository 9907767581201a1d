/**
 * Where an address of our own leads, as the shop's own ones are read: in capitals or not, with a slash at its end
 * or without, in letters or in percent signs, whatever is asked for there.
 */
export function placeOf(address: string): string {
	const [path = ''] = address.split(/[?#]/)
	return decoded(path).replace(/\/+$/, '').toLowerCase() || '/'
}

function decoded(path: string): string {
	try {
		return decodeURI(path)
	} catch {
		return path
	}
}
