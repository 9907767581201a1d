import { createContext } from 'react'

/**
 * True on the page that reports a database outage. It comes without scripts: they would render it again from loader
 * data, of which there are none.
 */
export const Unavailable = createContext(false)
