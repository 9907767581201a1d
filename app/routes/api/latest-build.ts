import { build } from '#app/ui/build.ts'

/** Answers the id of the build that this server runs; a page that stays open asks for it to learn of a newer build. */
export function loader() {
	return Response.json(build, { headers: { 'Cache-Control': 'no-cache' } })
}
