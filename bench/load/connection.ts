import { connect } from 'node:net'
import { once } from 'node:events'

export type BenchRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** `status` of the answer, and the time from the request's first byte to the answer's last. */
type Answer = { status: number; ms: number }

const largestHead = 16 * 1024
const bufferBytes = 256 * 1024

/**
 * Sends requests over one keep-alive connection until `isOver`: each after the previous answer is complete and
 * `pauseMs` have passed. `onAnswer` receives every answer. It reads into one buffer and parses only headers, because a
 * client that parses and copies bodies (autocannon) cannot share two cores with a server of a gigabyte per second: its
 * own work dominated the measured tail.
 */
export async function sendRequests(
  origin: string,
  next: () => BenchRequest,
  onAnswer: (answer: Answer) => void,
  isOver: () => boolean,
  { pauseMs = 0 }: { pauseMs?: number } = {},
): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback: read } })
  let sentMs = 0
  let status = 0
  let bytesLeft = 0
  let over = false

  await once(socket, 'connect')
  sendNext()
  await once(socket, 'close')
  if (!over) throw new Error('the server closed a connection')

  function sendNext(): void {
    const request = toText(next(), host)
    sentMs = performance.now()
    socket.write(request)
  }

  function read(size: number): boolean {
    if (bytesLeft === 0) ({ status, bytesLeft } = readHead(buffer.toString('latin1', 0, Math.min(size, largestHead))))
    bytesLeft -= size
    if (bytesLeft > 0) return true
    onAnswer({ status, ms: performance.now() - sentMs })
    over = isOver()
    if (over) socket.end()
    else if (pauseMs > 0) setTimeout(sendNext, pauseMs)
    else sendNext()
    return true
  }
}

function toText({ method, path, headers = {}, body = '' }: BenchRequest, host: string): string {
  const type = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host, ...type, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Status, and length including headers, of an answer that begins here. */
function readHead(text: string): { status: number; bytesLeft: number } {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (end < 0 || status === undefined || length === undefined)
    throw new Error(`no answer that says its length: ${text.slice(0, 500)}`)
  return { status: Number(status), bytesLeft: end + 4 + Number(length) }
}
