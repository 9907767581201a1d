import { createContext } from 'react'

/** The sentence with the request's id in the log. Only servers set it: a browser keeps what the server wrote. */
export const Reference = createContext('')
