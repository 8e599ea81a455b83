import type { FastifyRequest } from 'fastify'

/** Log fields of a request besides address and outcome. */
export type RequestNotes = {
  /** Account of the request's session or password. */
  account?: number
  /** Staff acting as that account. */
  staff?: number
  /** Stable event name for monitoring; see the README. */
  event?: string
  /** Code of the error, as in shared/errors.ts. */
  code?: string
  /** The client's address on arrival. */
  address?: string
  /** Status of a reply that bypassed Fastify. */
  status?: number
}

/** Event of a streamed reply: its duration is the time the client stayed connected. */
export const streamEnded = 'stream.ended'

/** A property of Node's request, because a WeakMap of all requests slows down garbage collection. */
const key = Symbol('notes')
type RequestWithNotes = FastifyRequest['raw'] & { [key]?: RequestNotes }
const nothing: RequestNotes = {}

/** Adds fields to the request's log line. */
export function addRequestNotes(request: FastifyRequest, added: RequestNotes): void {
  const raw: RequestWithNotes = request.raw
  if (raw[key]) Object.assign(raw[key], added)
  else raw[key] = added
}

export function requestNotesOf(request: FastifyRequest): Readonly<RequestNotes> {
  return (request.raw as RequestWithNotes)[key] ?? nothing
}

/** The client's address, stored because Node forgets it after a disconnect. */
export function clientAddress(request: FastifyRequest): string {
  return requestNotesOf(request).address ?? ''
}
