import { createContext } from 'react'

/**
 * Whether the page says that the database is away. Such a page comes without scripts: they would show it
 * again from loader data, and there are none.
 */
export const Unavailable = createContext(false)
