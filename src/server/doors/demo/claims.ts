import { like, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { rightsOf } from '#shared/rights.ts'
import type { ClaimType } from '#shared/rules/aftersale/claims.ts'
import { units } from '#shared/rules/money.ts'
import { askBuyer, assignClaim, closeClaim, decideClaim, writeMessage } from '#server/aftersale/claims/deciding.ts'
import { keepFile } from '#server/aftersale/claims/files.ts'
import { fileClaim } from '#server/aftersale/claims/filing.ts'
import { withdrawClaim } from '#server/aftersale/claims/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import type { DemoBuyers } from './buyers.ts'

type Story = {
  type: ClaimType
  text: string
  daysAgo: number
  share: number
  /** Another line of the order, claimed for a reason of its own. */
  also?: { type: ClaimType; text: string }
}

const stories: readonly Story[] = [
  {
    type: 1,
    text: 'Дефект виден сразу, упаковка была цела',
    daysAgo: 5,
    share: 0.2,
    also: { type: 5, text: 'В коробке меньше, чем на этикетке' },
  },
  { type: 2, text: 'В упаковке другой размер', daysAgo: 4, share: 0.5 },
  { type: 4, text: 'Пришло больше, чем в накладной', daysAgo: 1, share: 0.3 },
  { type: 5, text: 'При пересчёте не хватило', daysAgo: 20, share: 0.6 },
  {
    type: 1,
    text: 'Следы удара на корпусе',
    daysAgo: 31,
    share: 0.2,
    also: { type: 3, text: 'Заказали лишнее, упаковка цела' },
  },
  { type: 3, text: 'Клиент отказался, упаковка цела', daysAgo: 26, share: 0.4 },
]

/** Claims of the first demo buyer in every state. */
export async function insertDemoClaims(
  db: Db,
  files: FileStore,
  { vector, staff }: DemoBuyers,
  now: Date,
): Promise<void> {
  const [owner] = vector.people
  if (!owner) throw new Error('the demo buyer has no people')
  const buyer: BuyerActor = {
    accountId: owner.id,
    login: '',
    name: owner.name,
    role: 'owner',
    rights: rightsOf({ role: 'owner', grants: [] }),
    organisationId: vector.organisationId,
    demo: false,
    pricePolitics: [],
  }
  const admin: StaffActor = {
    ...buyer,
    accountId: staff.adminId,
    name: 'Анна Ковалёва',
    role: 'admin',
    rights: rightsOf({ role: 'admin', grants: [] }),
    organisationId: null,
  }
  const ids: number[] = []
  for (const { story, lines } of await pairedWithGoods(db, vector.organisationId)) {
    const [line, second] = lines
    if (!line) continue
    const at = new Date(now.getTime() - story.daysAgo * 86_400_000)
    const photo = await keepFile({ db, files }, buyer, { name: 'IMG_4471.jpg', bytes: await drawPhoto(ids.length) })
    const input = {
      orderCode1c: line.number,
      type: story.type,
      products: [
        { id: line.productId, qty: shareOf(line, story.share), wish: undefined },
        ...(story.also && second
          ? [
              {
                id: second.productId,
                qty: shareOf(second, 0.1),
                type: story.also.type,
                description: story.also.text,
                wish: undefined,
              },
            ]
          : []),
      ],
      description: story.text,
      wish: undefined,
    }
    ids.push((await fileClaim({ db }, buyer, { input, fileIds: [photo.id], now: at })).id)
  }
  await insertStories(db, { buyer, admin, ids, now })
  await spreadThreads(db, ids)
  await db.delete(notifications).where(like(notifications.kind, 'claim'))
  await db.delete(mails).where(like(mails.link, '/reclamations/%'))
}

type Told = { buyer: BuyerActor; admin: StaffActor; ids: readonly number[]; now: Date }

async function insertStories(db: Db, { buyer, admin, ids, now }: Told): Promise<void> {
  const [asked = 0, working = 0, , partial = 0, rejected = 0, withdrawn = 0] = ids
  const line = { position: 1, settleBy: 'replacement' as const, reason: '' }
  const quantity = async (claimId: number) => {
    const { rows } = await db.execute<{ milli: number }>(
      sql`select quantity_milli as milli from claim_lines where claim_id = ${claimId} and position = 1`,
    )
    return rows[0]?.milli ?? 0
  }
  for (const claimId of [asked, working].filter(Boolean))
    await assignClaim({ db }, admin, { claimId, assigneeId: admin.accountId })
  if (asked > 0) {
    const text = 'Приняла, передала в отдел качества. Товар пока сохраните вместе с упаковкой.'
    await writeMessage({ db }, admin, { claimId: asked, text, note: false, key: undefined })
    await askBuyer({ db }, admin, { claimId: asked, text: 'Нужен номер партии: пришлите фото этикетки.', now })
  }
  if (partial > 0) {
    const claimed = await quantity(partial)
    const accepted = { ...line, acceptedMilli: Math.max(1000, Math.floor(claimed / 2000) * 1000) }
    const reason = accepted.acceptedMilli < claimed ? 'Остальное нашлось на складе при пересчёте' : ''
    await decideClaim({ db }, admin, { claimId: partial, lines: [{ ...accepted, reason }], text: '', now })
    await closeClaim({ db }, admin, { claimId: partial, document: 'Допоставка с заказом', now })
  }
  if (rejected > 0) {
    const reason = 'Следы удара: отметки перевозчика в накладной нет'
    const refused = { ...line, settleBy: undefined, acceptedMilli: 0, reason }
    const lines = [refused, { ...refused, position: 2 }]
    await decideClaim({ db }, admin, { claimId: rejected, lines, text: reason, now })
  }
  if (withdrawn > 0) await withdrawClaim({ db }, buyer, { claimId: withdrawn, now })
}

/** All of it was written a moment ago: the threads go on from the day of filing, twenty minutes between two entries. */
async function spreadThreads(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    update claim_messages m set at = least(now(), c.filed_at + (p.position - 1) * interval '20 minutes')
    from claims c, (
      select id, row_number() over (partition by claim_id order by id) as position from claim_messages
    ) p
    where m.claim_id = c.id and p.id = m.id and c.id = any(${sql.param([...ids])}::int[])`)
}

type ShippedLine = { number: string; productId: number; shippedMilli: number }

const shareOf = ({ shippedMilli }: ShippedLine, share: number) =>
  Math.min(Math.max(1, Math.floor(units(shippedMilli) * share)), units(shippedMilli))

/** The first shipped lines of the latest orders, as many orders as there are stories. */
async function pairedWithGoods(db: Db, organisationId: number): Promise<{ story: Story; lines: ShippedLine[] }[]> {
  const { rows } = await db.execute<{ lines: ShippedLine[] }>(sql`
    select json_agg(json_build_object('number', o.number, 'productId', l.product_id, 'shippedMilli', l.shipped_milli)
      order by l.position) as lines
    from orders o join order_lines l on l.order_id = o.id
    where o.organisation_id = ${organisationId} and not l.cancelled and l.shipped_milli >= 2000
    group by o.id order by o.created_at desc, o.id limit ${stories.length}`)
  return stories.flatMap((story, index) => {
    const lines = rows[index]?.lines
    return lines ? [{ story, lines }] : []
  })
}

/** A box with a mark on it, as a photo. */
function drawPhoto(index: number): Promise<Buffer> {
  const hue = (index * 67) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480"
    fill="hsl(${hue},14%,78%)"/><rect x="170" y="140" width="300" height="210" rx="12" fill="hsl(${hue},18%,92%)"
    stroke="#344054" stroke-width="8"/><circle cx="400" cy="250" r="56" fill="none" stroke="#b42318"
    stroke-width="10"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
