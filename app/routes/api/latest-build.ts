import { build } from '#app/ui/build.ts'

/** Answers the id of the served build; a page that stays open asks for it. */
export function loader() {
	return Response.json(build, { headers: { 'Cache-Control': 'no-cache' } })
}
