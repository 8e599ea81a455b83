import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

/** Stands between the server and its database, and does what networks do to them. */
export async function openFaultProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let refusing = false
  let swallowing = false

  const server = createServer((near) => {
    if (refusing) return void near.destroy()
    const far = connect({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!swallowing) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cutAll = () => sockets.forEach((socket) => socket.destroy())

  return {
    url: url.href,
    /** A black hole: accepts everything and forwards nothing. */
    swallow: () => void (swallowing = true),
    /** Connections are cut, and new ones refused. */
    refuse() {
      refusing = true
      cutAll()
    },
    /** Connections are cut once; new ones come through. */
    reset: cutAll,
    /** All is well again; what was swallowed is lost. */
    heal() {
      if (swallowing) cutAll()
      refusing = false
      swallowing = false
    },
    async close() {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
