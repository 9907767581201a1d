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
 * Surrounds the page and tells its parts once scripts run (see `useFragment`). React then renders the parts anew in
 * slices, so that a tap in the meantime is answered first.
 */
export function Awakening({ children }: PropsWithChildren) {
	const [isAlive, setAlive] = useState(false)
	useEffect(() => startTransition(() => setAlive(true)), [])
	return <Alive value={isAlive}>{children}</Alive>
}

/**
 * Returns '#' and `anchor`, for an address that brings a visitor without scripts back to this place on the page.
 * Returns '' once scripts run, because the page then keeps its place by itself.
 */
export function useFragment(anchor: string): string {
	return use(Alive) ? '' : `#${anchor}`
}
