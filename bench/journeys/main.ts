import { walkDesk } from './desk.ts'
import { walkShop } from './shop.ts'

// `npm run journeys`: the effort of buying on a small phone on a slow line, with scripts and without, as a table, and
// for each step the jump of the page and the waiting time; at a shop of its own, or at the running one of JOURNEYS_URL
// and SHOP_DATA_DIR, in which its letters lie.
// `npm run journeys -- desk`: the steps of staff on a tablet and with a keyboard alone, at a shop filled with the
// practice month: one of its own, which takes minutes to fill, or the running one of DESK_URL, SHOP_DATABASE_URL and
// SHOP_DATA_DIR. Exits with 1 where a limit is passed.

const passed =
	process.argv[2] === 'desk'
		? await walkDesk(process.env['DESK_URL'])
		: await walkShop(process.env['JOURNEYS_URL'])
for (const line of passed) console.log(line)
process.exitCode = passed.length > 0 ? 1 : 0
