import { createServer, type AddressInfo, type Socket } from 'node:net'

export type Received = { from: string; to: string[]; data: string }

/**
 * `refuse` rejects every e-mail with a temporary error. `onStored` is called for each stored one, before the sender is
 * answered.
 */
type State = { refuse: boolean; onStored?: (mail: Received) => void }

/** A mail server that stores received e-mails. */
export async function startSmtp() {
  const received: Received[] = []
  const state: State = { refuse: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    handleConnection(socket, received, state)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    state,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}/?ignoreTLS=true`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The plain text of a received e-mail. */
export const textOf = ({ data }: { data: string }): string =>
  data
    .split(/\r?\n--/)
    .filter((part) => /text\/plain/.test(part))
    .map((part) => {
      const body = part.slice(part.search(/\r?\n\r?\n/))
      return /base64/.test(part)
        ? Buffer.from(body, 'base64').toString()
        : Buffer.from(
            body
              .replace(/=\r?\n/g, '')
              .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString()
    })
    .join('')

function handleConnection(socket: Socket, received: Received[], state: State): void {
  let mail: Received = { from: '', to: [], data: '' }
  let inData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test ESMTP')
  socket.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inData && line === '.') {
        inData = false
        received.push(mail)
        state.onStored?.(mail)
        mail = { from: '', to: [], data: '' }
        say('250 kept')
      } else if (inData) mail.data += `${line.replace(/^\.\./, '.')}\n`
      else answer(line)
    }
  })

  function answer(line: string): void {
    const [, address = ''] = /<(.*?)>/.exec(line) ?? []
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') say('250 test')
    else if (verb === 'MAIL') {
      mail.from = address
      say('250 ok')
    } else if (verb === 'RCPT') {
      mail.to.push(address)
      say(state.refuse ? '450 not now' : '250 ok')
    } else if (verb === 'DATA') {
      inData = true
      say('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else say('250 ok')
  }
}

/** How letters name the wholesaler. */
export const readLetterHead = () => Promise.resolve({ shop: 'Опт', fromName: '' })
