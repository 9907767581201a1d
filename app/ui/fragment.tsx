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
 * Surrounds the page and tells its parts that scripts run. The parts are drawn anew a little later and in slices, so a
 * tap that comes first is answered first.
 */
export function Awakening({ children }: PropsWithChildren) {
	const [isAlive, setAlive] = useState(false)
	useEffect(() => startTransition(() => setAlive(true)), [])
	return <Alive value={isAlive}>{children}</Alive>
}

/**
 * Returns the fragment that brings a visitor without scripts back to the place on the page; empty where scripts run,
 * because the page stays in place.
 */
export function useFragment(anchor: string): string {
	return use(Alive) ? '' : `#${anchor}`
}
