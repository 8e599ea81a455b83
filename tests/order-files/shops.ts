import type { Database } from '#server/platform/db/client.ts'
import { visitor, type Visitor } from '#tests/support/app.ts'
import { account, exchangeEnded } from '#tests/support/exchange.ts'
import { client1c } from '#tests/support/client-1c.ts'
import { addAccount, addContract, addOrganisation, addSession } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { filter } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'
import { collidingExport, collidingPriceType, collidingWarehouse } from './colliding-export.ts'
import type { CatalogueGood } from './types.ts'

/** A shop that receives files: buyer, contract, and its goods. */
export type MeasuredShop = {
  name: string
  buyer: Visitor
  contract: number
  goods: CatalogueGood[]
  /** Resets the hourly limit of uploads. */
  allowUploads: () => Promise<void>
}

/** The demo data, as seen by the demo buyer under their first contract. */
export async function openDemoShop(origin: string, { pool, db }: Database): Promise<MeasuredShop> {
  const { rows } = await pool.query(`select c.id as contract, a.id as owner
    from contracts c join accounts a on a.organisation_id = c.organisation_id
    where a.login = 'owner@demo.example' and not c.stop_orders order by c.id limit 1`)
  const [found] = rows as { contract: number; owner: number }[]
  if (!found) throw new Error('the demo data are not there')
  return open('demo', origin, { pool, db }, found)
}

/** Imports the colliding goods as sent by 1C, and creates a buyer for them. */
export async function createCollidingShop(origin: string, { pool, db }: Database): Promise<MeasuredShop> {
  await addAccount(db, { role: 'exchange', ...account })
  await client1c(origin, account).exchange(collidingExport())
  await exchangeEnded(pool)
  const { rows } = await pool.query(
    `select (select id from price_types where code1c = $1) as price,
      (select id from warehouses where code1c = $2) as warehouse`,
    [collidingPriceType, collidingWarehouse],
  )
  const [ids] = rows as { price: number; warehouse: number }[]
  const buyer = await addOrganisation(db, 'ООО «Сравнение»')
  const contract = await addContract(db, {
    ...buyer,
    priceTypeId: ids?.price ?? 0,
    warehouseIds: [ids?.warehouse ?? 0],
  })
  const owner = await addAccount(db, { role: 'owner', organisationId: buyer.organisationId })
  return open('colliding', origin, { pool, db }, { contract, owner })
}

async function open(
  name: string,
  origin: string,
  { pool, db }: Pick<Database, 'pool' | 'db'>,
  { contract, owner }: { contract: number; owner: number },
) {
  const buyer = visitor(origin)
  buyer.cookies.set('sid', await addSession(db, owner))
  const goods = await listGoods(pool, contract)
  if (goods.length === 0) throw new Error(`nothing can be ordered in the shop ${name}`)
  await until(
    () => call(filter, { contract }, buyer),
    ({ pagination }) => pagination.total > 0,
    60_000,
  )
  const allowUploads = async () => void (await pool.query("delete from attempts where key like 'upload:%'"))
  return { name, buyer, contract, goods, allowUploads }
}

/** All goods with a price under the contract: products without variants, and variants. */
async function listGoods(pool: Database['pool'], contract: number): Promise<CatalogueGood[]> {
  const { rows } = await pool.query(
    `select p.id, p.articul, p.code, p.barcodes, p.name, coalesce(b.name, '') as brand, p.unit,
        p.step_milli / 1000.0 as step, pr.price_kopecks / 100.0 as price,
        coalesce((select sum(s.on_hand_milli - s.reserved_milli - s.safety_milli)
          from stocks s join contract_warehouses w using (warehouse_id)
          where s.product_id = p.id and w.contract_id = c.id), 0) / 1000.0 as available,
        p.parent_id as parent, coalesce(m.name, '') as model
      from contracts c
      join prices pr on pr.price_type_id = c.price_type_id
      join products p on p.id = pr.product_id and p.active
      left join products m on m.id = p.parent_id
      left join brands b on b.id = p.brand_id
      where c.id = $1 and not exists (select 1 from products v where v.parent_id = p.id)
      order by p.id`,
    [contract],
  )
  return (
    rows as (Omit<CatalogueGood, 'size' | 'step' | 'price' | 'available'> &
      Record<'step' | 'price' | 'available', string>)[]
  ).map((row) => ({
    ...row,
    step: Number(row.step),
    price: Number(row.price),
    available: Number(row.available),
    size: row.parent === null ? '' : (/\(([^()]*)\)$/.exec(row.name)?.[1] ?? ''),
  }))
}
