// After `npm run build`: notes what was built from. `--check`: ends with one line when that is missing or has changed.
import { isBuilt, noteBuild } from './prepare.mjs'

if (!process.argv.includes('--check')) noteBuild()
else if (!isBuilt()) {
	console.error('The build is missing, or older than what it is made from: npm run build')
	process.exitCode = 1
}
