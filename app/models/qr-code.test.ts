import { expect, test } from 'vitest'

import { qrCode } from '#app/models/qr-code.ts'

test('a square of dark runs, the three corners among them, with nothing in the quiet zone', () => {
	const { size, path } = qrCode('2026-000042')
	expect(size).toBe(25)
	for (const corner of ['M2 2h7v1h-7z', `M${size - 9} 2h7v1h-7z`, `M2 ${size - 3}h7v1h-7z`])
		expect(path).toContain(corner)
	for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
		expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(2)
		expect(Number(x) + Number(length)).toBeLessThanOrEqual(size - 2)
	}
	expect(qrCode('2026-000042').path).toBe(path)
	expect(qrCode('2026-000043').path).not.toBe(path)
})
