import { createContext } from 'react'

/**
 * True on the page that reports a database outage. That page is sent without scripts, which would render it again from
 * loader data that it does not have.
 */
export const Unavailable = createContext(false)
