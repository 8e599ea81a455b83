import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

/** A proxy between the server and its database that simulates network failures. */
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
    /** Accepts everything and forwards nothing. */
    swallow: () => void (swallowing = true),
    /** Closes connections and refuses new ones. */
    refuse() {
      refusing = true
      cutAll()
    },
    /** Closes connections once; new ones work. */
    reset: cutAll,
    /** Back to normal; swallowed bytes are lost. */
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
