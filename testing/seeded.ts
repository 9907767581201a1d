import * as fc from 'fast-check'

import { atLeast, seed } from './seed.ts'

fc.configureGlobal({ seed, numRuns: atLeast(100) })
