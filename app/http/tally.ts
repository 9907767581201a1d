/**
 * Makes a counter of things that are under way (pages, pictures, files), in all and for each address. An address that
 * has none is forgotten.
 */
export function createTally() {
	const byAddress = new Map<string, number>()
	let all = 0

	function add(address: string, by: 1 | -1): void {
		const ofAddress = of(address) + by
		if (ofAddress > 0) byAddress.set(address, ofAddress)
		else byAddress.delete(address)
		all += by
	}

	function of(address: string): number {
		return byAddress.get(address) ?? 0
	}

	return {
		of,
		/** True when one more thing of this address stays within both limits. */
		hasRoom: (address: string, most: { all: number; perAddress: number }) =>
			all < most.all && of(address) < most.perAddress,
		enter: (address: string) => add(address, 1),
		leave: (address: string) => add(address, -1),
	}
}
