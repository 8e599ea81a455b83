import { account } from './exchange.ts'

export type FeedAnswer = { line: number; id: string | null; status: 'accepted' | 'rejected'; reason?: string }
export type FeedSender = ReturnType<typeof feedSender>

/** A client that posts feeds like 1C: objects, or raw lines. */
export function feedSender(origin: string) {
  const raw = (name: string, lines: unknown[], query = '') =>
    fetch(`${origin}/1c-exchange/feeds/${name}?${query}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account.login}:${account.password}`)}` },
      body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    })
  async function send(name: string, lines: unknown[], query = ''): Promise<FeedAnswer[]> {
    const response = await raw(name, lines, query)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`the feed was answered ${response.status}: ${text}`)
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as FeedAnswer)
  }
  return Object.assign(send, { raw })
}
