import { answerReadiness } from '#app/http/probes.server.ts'

/** Answers 200 when the database answers, takes writes and is migrated; else 503 with the reason. */
export const loader = answerReadiness
