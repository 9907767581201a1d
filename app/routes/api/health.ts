/** Answers 200 while the process lives. */
export function loader() {
	return new Response('ok\n', {
		headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
	})
}
