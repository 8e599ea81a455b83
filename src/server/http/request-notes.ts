import type { FastifyRequest } from 'fastify'

/** What the log tells of a request besides its address and outcome. */
export type RequestNotes = {
  /** Id of the account whose session or password the request brought. */
  account?: number
  /** A name that monitoring may rely on; see the README. */
  event?: string
  /** Code of the refusal, as in shared/errors.ts. */
  code?: string
}

const notes = new WeakMap<FastifyRequest['raw'], RequestNotes>()

/** Adds to what the request's line in the log will say. */
export function noteOf(request: FastifyRequest, added: RequestNotes): void {
  notes.set(request.raw, { ...notes.get(request.raw), ...added })
}

export function notesOf(request: FastifyRequest): RequestNotes {
  return notes.get(request.raw) ?? {}
}
