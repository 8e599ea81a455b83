import type { FastifyRequest } from 'fastify'

/** What the log tells of a request besides its address and outcome. */
export type RequestNotes = {
  /** Id of the account whose session or password the request brought. */
  account?: number
  /** A name that monitoring may rely on; see the README. */
  event?: string
  /** Code of the refusal, as in shared/errors.ts. */
  code?: string
  /** Of the client, noted as the request came in. */
  address?: string
  /** What was answered past Fastify, whose reply does not know it. */
  status?: number
}

/** The event of a request that was answered with a stream: how long it took says how long it was wanted. */
export const streamEnded = 'stream.ended'

/** A property of Node's request: a WeakMap of every request would cost each collection of garbage. */
const key = Symbol('notes')
type Noted = FastifyRequest['raw'] & { [key]?: RequestNotes }
const nothing: RequestNotes = {}

/** Adds to what the request's line in the log will say. */
export function noteOf(request: FastifyRequest, added: RequestNotes): void {
  const raw: Noted = request.raw
  if (raw[key]) Object.assign(raw[key], added)
  else raw[key] = added
}

export function notesOf(request: FastifyRequest): Readonly<RequestNotes> {
  return (request.raw as Noted)[key] ?? nothing
}

/** The client's address, kept because Node forgets it after a disconnect. */
export function clientAddress(request: FastifyRequest): string {
  return notesOf(request).address ?? ''
}
