// After `npm run build`: notes the state of the sources. `--check`: ends with one line when there is no build or the
// sources have changed.
import { isBuilt, noteBuild } from './prepare.mjs'

if (!process.argv.includes('--check')) noteBuild()
else if (!isBuilt()) {
	console.error('The build is missing, or older than what it is made from: npm run build')
	process.exitCode = 1
}
