import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errors, type ErrorCode } from '#shared/errors.ts'
import type { Log } from '#server/platform/log/open.ts'
import { parseAddress } from './client-address.ts'
import { errorBody } from './errors.ts'

/** Errors of Node's parser; any other is a malformed request. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
}

/**
 * Answers malformed HTTP, such as wrong chunk sizes, logs it and closes the connection. Such a request reaches no
 * route, so `logRequests` does not see it. Behind a proxy the address is the proxy's.
 */
export function answerClientError(log: Log, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = codes[error.code ?? ''] ?? 'malformed'
  const { status } = errors[code]
  const address = parseAddress(socket.remoteAddress ?? '') ?? ''
  log.info({ status, code, address, reason: error.code ?? '', event: 'request.malformed' }, 'request')
  const body = JSON.stringify(errorBody(code))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
