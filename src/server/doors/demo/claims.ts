import { like, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { rightsOf } from '#shared/rights.ts'
import type { ClaimType } from '#shared/rules/aftersale/claims.ts'
import { saveAnswer } from '#server/aftersale/canned-answers/service.ts'
import {
  sendQuestion,
  assignClaim,
  closeClaim,
  decideClaim,
  writeMessage,
} from '#server/aftersale/claims/staff-actions.ts'
import { storeFile } from '#server/aftersale/claims/files.ts'
import { fileClaim } from '#server/aftersale/claims/filing.ts'
import { withdrawClaim } from '#server/aftersale/claims/service.ts'
import { updateContractTerms } from '#server/aftersale/claims/terms/terms.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import type { DemoBuyers } from './buyers.ts'

type Outcome = 'new' | 'asked' | 'working' | 'satisfied' | 'partial' | 'closed' | 'rejected' | 'withdrawn'
type ClaimScenario = {
  outcome: Outcome
  type: ClaimType
  text: string
  daysAgo: number
  share: number
  /** Another line of the order, claimed for another reason. */
  secondLine?: { type: ClaimType; text: string }
}

/** The first two claim the same good. */
const scenarios: readonly ClaimScenario[] = [
  { outcome: 'closed', type: 1, text: 'Не работает, проверили сразу при приёмке', daysAgo: 38, share: 0.2 },
  { outcome: 'working', type: 1, text: 'Снова брак, похоже, та же партия', daysAgo: 3, share: 0.2 },
  {
    outcome: 'asked',
    type: 1,
    text: 'Дефект виден сразу, упаковка была цела',
    daysAgo: 5,
    share: 0.2,
    secondLine: { type: 5, text: 'В коробке меньше, чем на этикетке' },
  },
  { outcome: 'working', type: 2, text: 'В упаковке другой размер', daysAgo: 4, share: 0.5 },
  { outcome: 'new', type: 4, text: 'Пришло больше, чем в накладной', daysAgo: 1, share: 0.3 },
  { outcome: 'satisfied', type: 1, text: 'Не включается, проверили на двух объектах', daysAgo: 9, share: 0.3 },
  { outcome: 'partial', type: 5, text: 'При пересчёте не хватило', daysAgo: 20, share: 0.6 },
  {
    outcome: 'rejected',
    type: 1,
    text: 'Следы удара на корпусе',
    daysAgo: 31,
    share: 0.2,
    secondLine: { type: 3, text: 'Заказали лишнее, упаковка цела' },
  },
  { outcome: 'withdrawn', type: 3, text: 'Клиент отказался, упаковка цела', daysAgo: 26, share: 0.4 },
]

/** Claims of the other buyer. */
const otherBuyerScenarios: readonly ClaimScenario[] = [
  { outcome: 'new', type: 5, text: 'Одного места не было в машине', daysAgo: 2, share: 0.4 },
  { outcome: 'working', type: 3, text: 'Не подошло по размеру, упаковка цела', daysAgo: 12, share: 0.3 },
]

const answersForClaims = [
  { name: 'этикетка', text: 'Пришлите, пожалуйста, фото этикетки с номером партии: по нему сверим отгрузку.' },
  { name: 'серийный', text: 'Пришлите, пожалуйста, фото шильдика с серийным номером.' },
  { name: 'сохраните', text: 'Приняли, передали в отдел качества. Товар пока сохраните вместе с упаковкой.' },
  { name: 'пересчёт', text: 'Склад пересчитает остаток и ответит в течение двух рабочих дней.' },
]

/** Claims of the demo buyers in every state, canned answers of staff, and a contract with its own deadlines. */
export async function insertDemoClaims(
  db: Db,
  files: FileStore,
  { vector, yug, staff }: DemoBuyers,
  now: Date,
): Promise<void> {
  const admin: StaffActor = {
    ...actorOf(vector),
    accountId: staff.adminId,
    name: 'Анна Ковалёва',
    role: 'admin',
    rights: rightsOf({ role: 'admin', grants: [] }),
    organisationId: null,
  }
  const claim = [
    ...(await createClaims(db, files, { buyer: actorOf(vector), admin, scenarios, now })),
    ...(await createClaims(db, files, { buyer: actorOf(yug), admin, scenarios: otherBuyerScenarios, now })),
  ]
  await spreadMessages(db, claim)
  for (const answer of answersForClaims) await saveAnswer({ db }, 'claim', answer)
  const none = { countedDays: null, defectDays: null, decisionDays: null, answerDays: null }
  const terms = { ...none, countedDays: 5, defectDays: 30 }
  await updateContractTerms({ db }, admin, { contractId: vector.contracts.deferred, seen: none, terms })
  await db.delete(notifications).where(like(notifications.kind, 'claim'))
  await db.delete(mails).where(like(mails.link, '/reclamations/%'))
}

type People = { organisationId: number; people: readonly { id: number; name: string }[] }

function actorOf({ organisationId, people: [owner] }: People): BuyerActor {
  if (!owner) throw new Error('the demo buyer has no people')
  return {
    accountId: owner.id,
    login: '',
    name: owner.name,
    role: 'owner',
    rights: rightsOf({ role: 'owner', grants: [] }),
    organisationId,
    demo: false,
    pricePolitics: [],
  }
}

type ClaimsToCreate = { buyer: BuyerActor; admin: StaffActor; scenarios: readonly ClaimScenario[]; now: Date }

/** Files each story's claim and moves it to its final state; returns the ids. */
async function createClaims(
  db: Db,
  files: FileStore,
  { buyer, admin, scenarios: all, now }: ClaimsToCreate,
): Promise<number[]> {
  const ids: number[] = []
  for (const { story, lines } of await pairWithShippedLines(db, {
    organisationId: buyer.organisationId,
    scenarios: all,
  })) {
    const [line, second] = lines
    if (!line) continue
    const at = new Date(now.getTime() - story.daysAgo * 86_400_000)
    const photo = await storeFile({ db, files }, buyer, { name: 'IMG_4471.jpg', bytes: await drawPhoto(ids.length) })
    const secondLine =
      story.secondLine && second
        ? [
            {
              productId: second.productId,
              quantityMilli: shareMilliOf(second, 0.1),
              type: story.secondLine.type,
              text: story.secondLine.text,
            },
          ]
        : []
    const input = {
      order: line.number,
      key: '',
      type: story.type,
      products: [{ productId: line.productId, quantityMilli: shareMilliOf(line, story.share) }, ...secondLine],
      others: [],
      text: story.text,
    }
    const { id } = await fileClaim({ db }, buyer, { input, fileIds: [photo.id], now: at })
    ids.push(id)
    await moveToOutcome[story.outcome]({ db, buyer, admin, claimId: id, now: at })
  }
  return ids
}

type FiledClaim = { db: Db; buyer: BuyerActor; admin: StaffActor; claimId: number; now: Date }

/** Moves a filed claim to each final state. */
const moveToOutcome: Record<Outcome, (claim: FiledClaim) => Promise<void>> = {
  new: () => Promise.resolve(),
  working: async ({ db, admin, claimId }) => {
    await assignClaim({ db }, admin, { claimId, assigneeId: admin.accountId })
    const text = 'Приняли, ответим в срок. Товар пока сохраните вместе с упаковкой.'
    await writeMessage({ db }, admin, { claimId, text, note: false, key: undefined })
    const note = 'Склад пересчитает остаток завтра утром'
    await writeMessage({ db }, admin, { claimId, text: note, note: true, key: undefined })
  },
  asked: async ({ db, admin, claimId, now }) => {
    await assignClaim({ db }, admin, { claimId, assigneeId: admin.accountId })
    const text = 'Приняла, передала в отдел качества. Товар пока сохраните вместе с упаковкой.'
    await writeMessage({ db }, admin, { claimId, text, note: false, key: undefined })
    await sendQuestion({ db }, admin, {
      claimId,
      text: 'Нужен номер партии: пришлите фото этикетки.',
      now: recentDate(now),
    })
  },
  satisfied: (claim) => decide(claim, { share: 1, reason: '' }),
  partial: (claim) => decide(claim, { share: 0.5, reason: 'Остальное нашлось на складе при пересчёте' }),
  closed: async (claim) => {
    await decide(claim, { share: 1, reason: '' })
    const { db, admin, claimId, now } = claim
    await closeClaim({ db }, admin, { claimId, document: 'Замена с заказом', now: daysAfter(now, 4) })
  },
  rejected: (claim) => decide(claim, { share: 0, reason: 'Следы удара: отметки перевозчика в накладной нет' }),
  withdrawn: ({ db, buyer, claimId, now }) => withdrawClaim({ db }, buyer, { claimId, now: daysAfter(now, 1) }),
}

const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)
/** The question is recent, so that the deadline to answer is still open. */
const recentDate = (filedAt: Date) => new Date(Math.max(filedAt.getTime(), Date.now() - 86_400_000))

/** Accepts the same share of every line. */
async function decide({ db, admin, claimId, now }: FiledClaim, { share, reason }: { share: number; reason: string }) {
  const { rows } = await db.execute<{ position: number; milli: number }>(
    sql`select position, quantity_milli as milli from claim_lines where claim_id = ${claimId} order by position`,
  )
  const lines = rows.map(({ position, milli }) => {
    const acceptedMilli = share === 0 ? 0 : Math.max(1000, Math.floor((milli * share) / 1000) * 1000)
    return {
      position,
      acceptedMilli,
      settleBy: acceptedMilli > 0 ? ('replacement' as const) : undefined,
      reason: acceptedMilli < milli ? reason : '',
    }
  })
  const text = share === 0 ? reason : ''
  await decideClaim({ db }, admin, { claimId, lines, text, now: daysAfter(now, 2) })
}

/** Spreads the messages over time: from the day of filing, twenty minutes apart. They were all inserted just now. */
async function spreadMessages(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update claim_messages m set at = least(now(), c.filed_at + (p.position - 1) * interval '20 minutes')
    from claims c, (
      select id, row_number() over (partition by claim_id order by id) as position from claim_messages
    ) p
    where m.claim_id = c.id and p.id = m.id and c.id = any(${sql.param([...ids])}::int[])`)
}

type ShippedLine = { number: string; productId: number; shippedMilli: number }

const shareMilliOf = ({ shippedMilli }: ShippedLine, share: number) =>
  Math.min(Math.max(1000, Math.floor((shippedMilli * share) / 1000) * 1000), shippedMilli)

type ScenariosOfBuyer = { organisationId: number; scenarios: readonly ClaimScenario[] }

/**
 * Shipped lines of an order for each story. The first two orders are ones with a common good, which is their first
 * line; the others are the latest.
 */
async function pairWithShippedLines(
  db: Db,
  { organisationId, scenarios: all }: ScenariosOfBuyer,
): Promise<{ story: ClaimScenario; lines: ShippedLine[] }[]> {
  const { rows } = await db.execute<{ lines: ShippedLine[] }>(sql`
    with shipped as (
      select o.id, o.created_at, o.number, l.product_id, l.shipped_milli, l.position
      from orders o join order_lines l on l.order_id = o.id
      where o.organisation_id = ${organisationId} and not l.cancelled and l.shipped_milli >= 2000),
    common as (
      select product_id from shipped group by product_id having count(distinct id) > 1 order by product_id limit 1),
    pair as (
      select id from shipped where product_id = (select product_id from common) group by id order by id limit 2)
    select json_agg(json_build_object('number', s.number, 'productId', s.product_id, 'shippedMilli', s.shipped_milli)
      order by s.product_id is distinct from (select product_id from common), s.position) as lines
    from shipped s group by s.id, s.created_at
    order by s.id in (select id from pair) desc, s.created_at desc, s.id limit ${all.length}`)
  return all.flatMap((story, index) => {
    const lines = rows[index]?.lines
    return lines ? [{ story, lines }] : []
  })
}

/** A photo of a damaged box. */
function drawPhoto(index: number): Promise<Buffer> {
  const hue = (index * 67) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480"
    fill="hsl(${hue},14%,78%)"/><rect x="170" y="140" width="300" height="210" rx="12" fill="hsl(${hue},18%,92%)"
    stroke="#344054" stroke-width="8"/><circle cx="400" cy="250" r="56" fill="none" stroke="#b42318"
    stroke-width="10"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
