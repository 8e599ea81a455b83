import { sendRequests } from './load/connection.ts'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'
import { callPortal } from './ledger.ts'
import { load } from './load/load.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 6)
const tabs = 1000
const buyers = 100
const pollMs = 5000
const rounds = 3
const minThroughput = 0.5
const maxTime = 2

/** Polling a chat without news, compared with a static reply of the same size behind the same session check. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const chatBuyers: ChatBuyer[] = []
  for (let n = 0; n < buyers; n += 1) chatBuyers.push(await addChatBuyer(context))
  const [first] = chatBuyers
  if (!first) throw new Error('nobody talks')
  const answer = await callPortal(context, first.buyer, first.poll)
  if (!answer.includes('"unchanged":true')) throw new Error(`a poll without news was answered by ${answer}`)
  await callPortal(context, first.buyer, baseline, { text: answer })

  const { cookie } = first.buyer
  const staticReply = await load(context.origin, cookie, () => ({ method: 'GET', path: baseline }), seconds)
  const polled = await load(context.origin, cookie, () => ({ method: 'GET', path: first.poll }), seconds)
  const ratio = polled.perSecond / staticReply.perSecond
  const tabTimes = await openTabs(context, chatBuyers)
  const slower = tabTimes.polled.medianMs / tabTimes.staticReply.medianMs
  return [
    {
      name: `chat, poll without news (static ${Math.round(staticReply.perSecond)}/s)`,
      value: polled.perSecond,
      unit: 'requests/s',
      ratio,
      threshold: `≥ ${minThroughput}`,
      pass: ratio >= minThroughput && polled.refused === 0,
    },
    {
      name:
        `chat, ${tabs} open tabs that poll every 5 s (static ` +
        `${tabTimes.staticReply.medianMs.toFixed(2)} ms between)`,
      value: tabTimes.polled.medianMs,
      unit: 'ms',
      ratio: slower,
      threshold: `≤ ${maxTime}, none refused`,
      pass: slower <= maxTime && tabTimes.refused === 0,
    },
    {
      name: `chat, ${tabs} open tabs: p99 (static ${tabTimes.staticReply.p99Ms.toFixed(2)} ms)`,
      value: tabTimes.polled.p99Ms,
      unit: 'ms',
    },
  ]
}

const baseline = '/api/bench-baseline/'

type ChatBuyer = { buyer: BenchBuyer; poll: string }

/** A buyer with an answered question, already read. */
async function addChatBuyer(context: BenchContext): Promise<ChatBuyer> {
  const buyer = await context.addBuyer()
  const { message } = JSON.parse(await callPortal(context, buyer, '/api/chat/', { message: 'Когда машина?' })) as {
    message: { id: number }
  }
  await context.database.pool.query(
    `insert into chat_messages (account_id, author, from_staff, message) values ($1, 'Анна', true, 'Завтра')`,
    [buyer.accountId],
  )
  await callPortal(context, buyer, '/api/chat/read/', { id: message.id + 1 })
  // A change is announced before the chat is fetched.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const { version } = JSON.parse(await callPortal(context, buyer, '/api/chat/')) as { version: number }
  return { buyer, poll: `/api/chat/?since=${version}` }
}

/**
 * Simulates 1,000 tabs, spread over the five seconds; each polls for three rounds and requests the static reply in
 * between, so that both are measured under the same load.
 */
async function openTabs({ origin }: BenchContext, chatBuyers: readonly ChatBuyer[]) {
  const latenciesMs: Record<'polled' | 'staticReply', number[]> = { polled: [], staticReply: [] }
  let refused = 0
  await Promise.all(
    Array.from({ length: tabs }, async (_, n) => {
      const { buyer, poll } = chatBuyers[n % chatBuyers.length] as ChatBuyer
      let answered = 0
      const kind = () => (answered % 2 === 0 ? 'polled' : 'staticReply')
      await new Promise((resolve) => setTimeout(resolve, (n / tabs) * pollMs))
      await sendRequests(
        origin,
        () => ({ method: 'GET', path: kind() === 'polled' ? poll : baseline, headers: { cookie: buyer.cookie } }),
        ({ status, ms }) => {
          if (status === 200) latenciesMs[kind()].push(ms)
          else refused += 1
          answered += 1
        },
        () => answered === rounds * 2,
        { pauseMs: pollMs / 2 },
      )
    }),
  )
  return { polled: figuresOf(latenciesMs.polled), staticReply: figuresOf(latenciesMs.staticReply), refused }
}

function figuresOf(latenciesMs: number[]) {
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
  return { medianMs: at(0.5), p99Ms: at(0.99) }
}
