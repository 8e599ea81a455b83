import type { Socket } from 'node:net'
import type pg from 'pg'

/** Rejected without waiting: the last probe found the database unresponsive. */
class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
}

export type ConnectionGate = ReturnType<typeof createConnectionGate>

/**
 * Tracks all connections of a pool, including those being opened. When shut, it closes them and rejects new ones at
 * once, so that callers do not wait for an unresponsive database.
 */
export function createConnectionGate() {
  const clients = new Set<pg.Client>()
  const bytesSeen = new WeakMap<Socket, number>()
  let isShut = false

  return {
    add(client: pg.Client): void {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    },
    /** Throws while connections are rejected. */
    pass(): void {
      if (isShut) throw new DatabaseSilent('the database does not answer')
    },
    /** Returns the number of closed connections. */
    shut(): number {
      isShut = true
      const cut = clients.size
      for (const client of clients) socketOf(client).destroy()
      clients.clear()
      return cut
    },
    open(): void {
      isShut = false
    },
    /** Whether any data has come from the database since the last call. */
    hasReceived(): boolean {
      let received = false
      for (const client of clients) {
        const socket = socketOf(client)
        received ||= socket.bytesRead > (bytesSeen.get(socket) ?? 0)
        bytesSeen.set(socket, socket.bytesRead)
      }
      return received
    },
  }
}

/** pg cannot close a connection at once. */
export function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** The class, with every connection registered at the gate. */
export function withGate(Client: typeof pg.Client, gate: ConnectionGate): typeof pg.Client {
  class GatedClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      gate.add(this)
    }
  }
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const connect: (...args: unknown[]) => unknown = Client.prototype.connect
  // Assigned, not overridden: it takes a callback or returns a promise.
  GatedClient.prototype.connect = function connectIfOpen(this: pg.Client, ...args: unknown[]): unknown {
    try {
      gate.pass()
    } catch (error) {
      const [done] = args
      this.emit('end')
      if (typeof done !== 'function') return Promise.reject(error)
      process.nextTick(done, error)
      return undefined
    }
    return Reflect.apply(connect, this, args)
  } as typeof pg.Client.prototype.connect
  return GatedClient
}
