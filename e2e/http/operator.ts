import { operate } from '#testing/operator.ts'

/** Commands that show the order and ask, unless a program says --yes. */
const asking = new Set(['cancel', 'refund', 'void', 'paid', 'paid-back', 'unnote'])

/** Runs the command `npm run venue -- ...` in the test's process, on the shop of the tests. */
export async function venue(...args: string[]): Promise<{ code: number; said: string }> {
	const said = asking.has(args[0] ?? '') ? [...args, '--yes'] : args
	const settings = { DATABASE_URL: process.env['SHOP_DATABASE_URL'] }
	const { code, answer, remarks } = await operate(said, settings)
	return { code, said: code === 0 ? answer : remarks }
}
