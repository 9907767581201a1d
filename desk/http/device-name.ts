const systems: [RegExp, string][] = [
	[/iPad/, 'iPad'],
	[/iPhone/, 'iPhone'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'Mac'],
	[/CrOS/, 'Chromebook'],
	[/Linux/, 'Linux'],
]
const browsers: [RegExp, string][] = [
	[/Edg\//, 'Edge'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]

/**
 * Returns a name for a device to which nobody gave one, such as 'Chrome, Android', from the browser's `User-Agent`
 * header; 'Browser' for a header that tells nothing.
 */
export function deviceNameOf(userAgent: string | null): string {
	const words = [browsers, systems].map(
		(known) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1],
	)
	return words.filter(Boolean).join(', ') || 'Browser'
}
