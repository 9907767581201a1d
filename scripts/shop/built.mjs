// Runs after `npm run build` and notes from which sources the build was made. With `--check` it ends with one line and
// exit code 1 when there is no build, or when the sources have changed since.
import { isBuilt, noteBuild } from './prepare.mjs'

if (!process.argv.includes('--check')) noteBuild()
else if (!isBuilt()) {
	console.error('The build is missing, or older than what it is made from: npm run build')
	process.exitCode = 1
}
