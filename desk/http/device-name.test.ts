import { expect, test } from 'vitest'

import { deviceNameOf } from './device-name.ts'

test.each([
	[
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
		'Chrome, Linux',
	],
	['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPad'],
	['Mozilla/5.0 (Linux; Android 15; SM-X210) Chrome/140.0 Safari/537.36', 'Chrome, Android'],
	['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
	['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
	['curl/8.5', 'Browser'],
	[null, 'Browser'],
])('%s is named %s', (userAgent, name) => {
	expect(deviceNameOf(userAgent)).toBe(name)
})
