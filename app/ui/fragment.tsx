import {
	createContext,
	startTransition,
	use,
	useEffect,
	useState,
	type PropsWithChildren,
} from 'react'

const Alive = createContext(false)

/**
 * Around the page of a browser with scripts. What depends on them is drawn anew a little later and in
 * slices: a tap that comes first is answered first.
 */
export function Awakening({ children }: PropsWithChildren) {
	const [isAlive, setAlive] = useState(false)
	useEffect(() => startTransition(() => setAlive(true)), [])
	return <Alive value={isAlive}>{children}</Alive>
}

/** Where scripts run, the page stays where it is; without them the fragment brings the visitor back there. */
export function useFragment(anchor: string): string {
	return use(Alive) ? '' : `#${anchor}`
}
