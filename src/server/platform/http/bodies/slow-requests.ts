import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '#shared/errors.ts'
import { addRequestNotes } from '../request-notes.ts'

type Limits = { windowMs: number; minBytesPerSecond: number }

/** 64 kbit/s, half of the slowest ADSL. */
const defaults: Limits = { windowMs: 30_000, minBytesPerSecond: 8 * 1024 }

/** How long the rest of a body is read after the reply. */
const lingerMs = 3000

/** `sinceMs`: when its window began; undefined until the timer sees it, as most bodies are there at once. */
type Receiving = { request: FastifyRequest; reply: FastifyReply; sinceMs: number | undefined; bytesBefore: number }

/**
 * Ends requests with 408 whose body arrives more slowly than `minBytesPerSecond` on average of a window, because they
 * would block upload slots. Time in which the server does not read is excluded.
 */
export function endSlowRequests(app: FastifyInstance, { windowMs, minBytesPerSecond }: Limits = defaults): void {
  const receiving = new Map<FastifyRequest, Receiving>()

  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) receiving.set(request, { request, reply, sinceMs: undefined, bytesBefore: 0 })
    done()
  })

  // A refused client receives the reason before its body is complete.
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    // Otherwise thousands of answered requests would wait for the timer.
    if (raw.complete) receiving.delete(request)
    const socket = socketOf(request)
    if (!raw.complete && hasBody(raw)) setTimeout(() => void (raw.complete || socket?.destroy()), lingerMs).unref()
    done()
  })

  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const each of receiving.values()) {
      const { raw } = each.request
      const socket = socketOf(each.request)
      if (raw.complete || socket === undefined || socket.destroyed) receiving.delete(each.request)
      else if (each.sinceMs === undefined || raw.readableLength > 0) Object.assign(each, watched(each))
      else if (nowMs - each.sinceMs >= windowMs) judge(each, nowMs - each.sinceMs)
    }
  }, windowMs / 6).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })

  function judge(each: Receiving, elapsedMs: number): void {
    const bytes = bytesReadFor(each.request) - each.bytesBefore
    if (bytes >= (minBytesPerSecond * elapsedMs) / 1000) return void Object.assign(each, watched(each))
    receiving.delete(each.request)
    endTooSlow(each.request, each.reply)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watched({ request, reply }: Pick<Receiving, 'request' | 'reply'>): Receiving {
  return { request, reply, sinceMs: performance.now(), bytesBefore: bytesReadFor(request) }
}

function bytesReadFor(request: FastifyRequest): number {
  return socketOf(request)?.bytesRead ?? 0
}

/** Undefined after the request was destroyed, contrary to its type. */
function socketOf({ raw }: FastifyRequest): Socket | undefined {
  const { socket }: { socket?: Socket | null } = raw
  return socket ?? undefined
}

/** Ends a request with 408 unless its body is complete within that time. */
export function endUnlessComplete(request: FastifyRequest, reply: FastifyReply, { maxMs }: { maxMs: number }): void {
  const timer = setTimeout(() => void (request.raw.complete || endTooSlow(request, reply)), maxMs).unref()
  reply.raw.once('close', () => clearTimeout(timer))
}

/** Bypasses Fastify, whose reply waits for the handler, which waits for the body. */
export function endTooSlow(request: FastifyRequest, reply: FastifyReply): void {
  const socket = socketOf(request)
  if (socket === undefined) return
  addRequestNotes(request, { code: 'tooSlow', event: 'request.too-slow' })
  if (reply.raw.headersSent) return void socket.destroy()
  addRequestNotes(request, { status: errors.tooSlow.status })
  const body = JSON.stringify({ status: 'error', code: 'tooSlow', message: errors.tooSlow.message })
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
