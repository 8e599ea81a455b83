import { converse } from './connection.ts'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'
import { callPortal } from './ledger.ts'
import { load } from './load.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const tabs = 1000
const buyers = 100
const pollMs = 5000
const rounds = 3
const minThroughput = 0.5
const maxTime = 2

/** A chat that is polled without news, against a static reply of the same bytes behind the same session check. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const talkers: Talker[] = []
  for (let n = 0; n < buyers; n += 1) talkers.push(await addTalker(context))
  const [first] = talkers
  if (!first) throw new Error('nobody talks')
  const answer = await callPortal(context, first.buyer, first.poll)
  if (!answer.includes('"unchanged":true')) throw new Error(`a poll without news was answered by ${answer}`)
  await callPortal(context, first.buyer, baseline, { text: answer })

  const { cookie } = first.buyer
  const still = await load(context.origin, cookie, () => ({ method: 'GET', path: baseline }), seconds)
  const polled = await load(context.origin, cookie, () => ({ method: 'GET', path: first.poll }), seconds)
  const ratio = polled.perSecond / still.perSecond
  const tabsHeard = await openTabs(context, talkers)
  const slower = tabsHeard.polled.middleMs / tabsHeard.still.middleMs
  return [
    {
      name: `chat, poll without news (static ${Math.round(still.perSecond)}/s)`,
      value: polled.perSecond,
      unit: 'requests/s',
      ratio,
      bar: `≥ ${minThroughput}`,
      pass: ratio >= minThroughput && polled.refused === 0,
    },
    {
      name: `chat, ${tabs} open tabs that poll every 5 s (static ${tabsHeard.still.middleMs.toFixed(2)} ms between)`,
      value: tabsHeard.polled.middleMs,
      unit: 'ms',
      ratio: slower,
      bar: `≤ ${maxTime}, none refused`,
      pass: slower <= maxTime && tabsHeard.refused === 0,
    },
    {
      name: `chat, ${tabs} open tabs: p99 (static ${tabsHeard.still.p99Ms.toFixed(2)} ms)`,
      value: tabsHeard.polled.p99Ms,
      unit: 'ms',
    },
  ]
}

const baseline = '/api/bench-baseline/'

type Talker = { buyer: BenchBuyer; poll: string }

/** A buyer with an answered question, who has read it. */
async function addTalker(context: BenchContext): Promise<Talker> {
  const buyer = await context.addBuyer()
  const { message } = JSON.parse(await callPortal(context, buyer, '/api/chat/', { message: 'Когда машина?' })) as {
    message: { id: number }
  }
  await context.database.pool.query(
    `insert into chat_messages (account_id, author, from_staff, message) values ($1, 'Анна', true, 'Завтра')`,
    [buyer.accountId],
  )
  await callPortal(context, buyer, '/api/chat/read/', { id: message.id + 1 })
  // What was announced is heard before it is asked for.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { version } = JSON.parse(await callPortal(context, buyer, '/api/chat/')) as { version: number }
  return { buyer, poll: `/api/chat/?since=${version}` }
}

/**
 * Connections of 1,000 tabs, spread over the five seconds; each polls for three rounds and asks for the static reply
 * between them, so that both meet the same machine.
 */
async function openTabs({ origin }: BenchContext, talkers: readonly Talker[]) {
  const heardMs: Record<'polled' | 'still', number[]> = { polled: [], still: [] }
  let refused = 0
  await Promise.all(
    Array.from({ length: tabs }, async (_, n) => {
      const { buyer, poll } = talkers[n % talkers.length] as Talker
      let heard = 0
      const kind = () => (heard % 2 === 0 ? 'polled' : 'still')
      await new Promise((resolve) => setTimeout(resolve, (n / tabs) * pollMs))
      await converse(
        origin,
        () => ({ method: 'GET', path: kind() === 'polled' ? poll : baseline, headers: { cookie: buyer.cookie } }),
        ({ status, ms }) => {
          if (status === 200) heardMs[kind()].push(ms)
          else refused += 1
          heard += 1
        },
        () => heard === rounds * 2,
        { pauseMs: pollMs / 2 },
      )
    }),
  )
  return { polled: figuresOf(heardMs.polled), still: figuresOf(heardMs.still), refused }
}

function figuresOf(latenciesMs: number[]) {
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
  return { middleMs: at(0.5), p99Ms: at(0.99) }
}
