import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'

export type Client1c = ReturnType<typeof client1c>

type Sent = string | Uint8Array

/**
 * A client that behaves like 1C: Basic authentication once, then the cookie named in the body, chunks by file_limit,
 * import until it is finished.
 */
export function client1c(
  firstOrigin: string,
  { login, password, type = 'catalog' }: { login: string; password: string; type?: string },
) {
  let origin = firstOrigin
  let cookie = ''

  async function request(query: Record<string, string>, init: RequestInit = {}): Promise<string> {
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(`${origin}/1c-exchange?${new URLSearchParams({ type, ...query })}`, {
      ...init,
      headers,
      redirect: 'manual',
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`1C takes ${response.status} for a broken connection: ${text}`)
    return text
  }

  const client = {
    ask: request,
    /** The portal has moved to another address; the session continues. */
    moveTo(next: string): void {
      origin = next
    },
    async checkauth(): Promise<string> {
      cookie = ''
      const basic = Buffer.from(`${login}:${password}`).toString('base64')
      const answer = await request({ mode: 'checkauth' }, { headers: { authorization: `Basic ${basic}` } })
      const [word, name, value] = answer.split('\n')
      if (word === 'success') cookie = `${name}=${value}`
      return answer
    },
    init: (query: Record<string, string> = {}) => request({ mode: 'init', ...query }),
    send: (filename: string, body: Sent) =>
      request({ mode: 'file', filename }, { method: 'POST', body: body as never }),
    /** In chunks of `chunkBytes`, all under the same name. */
    async sendInChunks(filename: string, body: Uint8Array, chunkBytes: number): Promise<string> {
      let answer = ''
      for (let from = 0; from < body.length; from += chunkBytes)
        answer = await client.send(filename, body.subarray(from, from + chunkBytes))
      return answer
    },
    /** Streamed from disk. */
    async sendFile(filename: string, path: string, chunkBytes: number): Promise<void> {
      for await (const piece of createReadStream(path, { highWaterMark: chunkBytes }))
        await client.send(filename, piece as Uint8Array)
    },
    /** Polls until the answer is final; returns all answers. */
    async import(filename: string, watch: (answer: string) => void = () => undefined): Promise<string[]> {
      const answers: string[] = []
      for (;;) {
        const answer = await request({ mode: 'import', filename })
        answers.push(answer)
        watch(answer)
        if (!answer.startsWith('progress')) return answers
      }
    },
    complete: () => request({ mode: 'complete' }),
    /** A complete exchange of files given as name → content or path. */
    async exchange(files: Record<string, Sent | { path: string }>, chunkBytes = 100 * 1024 * 1024): Promise<void> {
      expectOk(await client.checkauth())
      await client.init()
      for (const [name, content] of Object.entries(files)) {
        const bytes =
          typeof content === 'string'
            ? Buffer.from(content)
            : content instanceof Uint8Array
              ? content
              : await readFile(content.path)
        expectOk(await client.sendInChunks(name, bytes, chunkBytes))
        if (name.endsWith('.xml')) expectOk((await client.import(name)).at(-1) ?? '')
      }
      expectOk(await client.complete())
    },
  }
  return client
}

export function expectOk(answer: string): void {
  if (!answer.startsWith('success')) throw new Error(`the exchange answered: ${answer}`)
}
