import postgres from 'postgres'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'

const sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 10, onnotice: () => {} })

type Thing = { id: number; name: string; text: string; price: number }

/** One query, as a shop of the plainest kind would ask it. */
export async function loader({ request }: LoaderFunctionArgs) {
	const count = Number(new URL(request.url).searchParams.get('things') ?? 72)
	return {
		things: await sql<Thing[]>`select id, name, text, price from things order by id limit ${count}`,
	}
}

export default function Page() {
	const { things } = useLoaderData<typeof loader>()
	return (
		<main>
			<title>Things</title>
			<h1>Things</h1>
			<ul>
				{things.map(({ id, name, text, price }) => (
					<li key={id} className="thing">
						<h2 className="thing-name">
							<a href={`/things/${id}`}>{name}</a>
						</h2>
						<p className="thing-text">{text}</p>
						<p className="thing-price">{(price / 100).toFixed(2)} €</p>
						<button type="button" className="thing-button" name="thing" value={id}>
							Take it
						</button>
					</li>
				))}
			</ul>
		</main>
	)
}
