// `npm run venue`, as a program.
import { venueCommand } from '#scripts/shop/venue-command.ts'

process.exitCode = await venueCommand(process.argv.slice(2))
