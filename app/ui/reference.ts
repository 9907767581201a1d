import { createContext } from 'react'

/**
 * The sentence on the error screen with the id by which the log names the request; '' without one. Only servers set it:
 * a browser keeps what the server wrote.
 */
export const Reference = createContext('')
