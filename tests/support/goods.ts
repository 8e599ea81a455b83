import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type TestGood = {
  id: number
  parentId?: number | null
  name: string
  articul?: string
  code?: string
  barcodes?: string[]
  brandId?: number | null
  description?: string
  unit?: string
  stepMilli?: number
  decimals?: number
  active?: boolean
  isNew?: boolean
  isHit?: boolean
  isSale?: boolean
  categoryIds?: number[]
  tagIds?: number[]
  valueIds?: number[]
  /** Price type id → kopecks, or [kopecks, sale kopecks]. */
  prices?: Record<number, number | [number, number]>
  /** Warehouse id → thousandths on hand. */
  stocks?: Record<number, number>
}

export type TestGoods = {
  categories?: {
    id: number
    parentId?: number | null
    name: string
    url?: string
    description?: string
    active?: boolean
  }[]
  brands?: { id: number; name: string }[]
  tags?: { id: number; name: string }[]
  parameters?: { id: number; name: string; values: { id: number; value: string }[]; filterable?: boolean }[]
  priceTypes?: { id: number; name?: string; isRrc?: boolean }[]
  warehouses?: { id: number; name?: string; shortName?: string }[]
  goods: TestGood[]
}

/** Inserts goods directly into the tables, with the given ids, in one transaction. */
export function insertGoods(db: Db, range: TestGoods): Promise<void> {
  return db.transaction((tx) => insertRange(tx, range))
}

async function insertRange(db: Db, range: TestGoods): Promise<void> {
  const { categories = [], brands = [], tags = [], parameters = [], priceTypes = [], warehouses = [], goods } = range
  await db.execute(sql`insert into categories (id, name, url) values (2, 'Каталог', 'catalog') on conflict do nothing`)
  await put(
    db,
    'categories (id, parent_id, name, url, description, active)',
    'id int, parent_id int, name text, url text, description text, active bool',
    categories.map(({ id, parentId = 2, name, url = `c${id}`, description = '', active = true }) => ({
      id,
      parent_id: parentId,
      name,
      url,
      description,
      active,
    })),
  )
  await put(
    db,
    'brands (id, name, key)',
    'id int, name text, key text',
    brands.map(({ id, name }) => ({ id, name, key: name.toLowerCase() })),
  )
  await put(db, 'tags (id, name)', 'id int, name text', tags)
  await put(
    db,
    'parameters (id, code1c, name, filterable)',
    'id int, code1c text, name text, filterable bool',
    parameters.map(({ id, name, filterable = true }) => ({ id, code1c: `p${id}`, name, filterable })),
  )
  await put(
    db,
    'parameter_values (id, parameter_id, value)',
    'id int, parameter_id int, value text',
    parameters.flatMap(({ id, values }) => values.map((value) => ({ ...value, parameter_id: id }))),
  )
  await put(
    db,
    'price_types (id, code1c, name, is_rrc)',
    'id int, code1c text, name text, is_rrc bool',
    priceTypes.map(({ id, name = `Цена ${id}`, isRrc = false }) => ({ id, code1c: `t${id}`, name, is_rrc: isRrc })),
  )
  await put(
    db,
    'warehouses (id, code1c, name, short_name)',
    'id int, code1c text, name text, short_name text',
    warehouses.map(({ id, name = `Склад ${id}`, shortName = '' }) => ({
      id,
      code1c: `w${id}`,
      name,
      short_name: shortName,
    })),
  )
  await putGoods(db, goods)
  for (const table of [
    'categories',
    'brands',
    'tags',
    'parameters',
    'parameter_values',
    'price_types',
    'warehouses',
    'products',
  ]) {
    await db.execute(
      sql.raw(
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(10,
          (select coalesce(max(id), 0) from ${table})))`,
      ),
    )
  }
}

async function putGoods(db: Db, goods: TestGood[]): Promise<void> {
  const parentsFirst = goods.toSorted((a, b) => Number(a.parentId != null) - Number(b.parentId != null))
  await put(
    db,
    'products (id, code1c, parent_id, name, articul, code, barcodes, brand_id, description, unit, step_milli, ' +
      'decimals, active, is_new, is_hit, is_sale)',
    'id int, code1c text, parent_id int, name text, articul text, code text, barcodes text[], brand_id int, ' +
      'description text, unit text, step_milli int, decimals int, active bool, is_new bool, is_hit bool, ' +
      'is_sale bool',
    parentsFirst.map((good) => ({
      id: good.id,
      code1c: `g${good.id}`,
      parent_id: good.parentId ?? null,
      name: good.name,
      articul: good.articul ?? '',
      code: good.code ?? '',
      barcodes: good.barcodes ?? [],
      brand_id: good.brandId ?? null,
      description: good.description ?? '',
      unit: good.unit ?? 'шт',
      step_milli: good.stepMilli ?? 1000,
      decimals: good.decimals ?? 0,
      active: good.active ?? true,
      is_new: good.isNew ?? false,
      is_hit: good.isHit ?? false,
      is_sale: good.isSale ?? false,
    })),
  )
  const links = (name: 'categoryIds' | 'tagIds' | 'valueIds') =>
    goods.flatMap((good) => (good[name] ?? []).map((other) => ({ id: good.id, other })))
  await put(db, 'product_categories (product_id, category_id)', 'id int, other int', links('categoryIds'))
  await put(db, 'product_tags (product_id, tag_id)', 'id int, other int', links('tagIds'))
  await put(db, 'product_parameters (product_id, value_id)', 'id int, other int', links('valueIds'))
  await put(
    db,
    'prices (product_id, price_type_id, price_kopecks, sale_kopecks)',
    'id int, type int, price bigint, sale bigint',
    goods.flatMap(({ id, prices = {} }) =>
      Object.entries(prices).map(([type, price]) => {
        const [list, sale = null] = Array.isArray(price) ? price : [price]
        return { id, type: Number(type), price: list, sale }
      }),
    ),
  )
  await put(
    db,
    'stocks (product_id, warehouse_id, on_hand_milli)',
    'id int, warehouse int, milli bigint',
    goods.flatMap(({ id, stocks = {} }) =>
      Object.entries(stocks).map(([warehouse, milli]) => ({ id, warehouse: Number(warehouse), milli })),
    ),
  )
}

async function put(db: Db, into: string, columns: string, rows: object[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(
    sql`insert into ${sql.raw(into)} overriding system value select *
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(${sql.raw(columns)})`,
  )
}
