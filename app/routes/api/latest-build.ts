import { build } from '#app/ui/build.ts'

/** Which build is served; pages that are open longer ask for it. */
export function loader() {
	return Response.json(build, { headers: { 'Cache-Control': 'no-cache' } })
}
