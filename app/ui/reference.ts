import { createContext } from 'react'

/**
 * The sentence with the name under which the log knows this request. Servers alone have it: a browser leaves what
 * the server wrote.
 */
export const Reference = createContext('')
