import { answerHealth } from '#app/http/probes.server.ts'

/** Answers 200 while the process lives. */
export const loader = answerHealth
