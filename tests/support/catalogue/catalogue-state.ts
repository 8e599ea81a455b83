import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * A digest per kind of everything an exchange may have written, by 1C's Ид and without own ids and times, so that two
 * databases can be compared; and the number of rows.
 */
export async function catalogueState(pool: Pick<Pool, 'query'>): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const [kind, statement] of Object.entries(kinds)) {
    const hash = createHash('sha256')
    const { rows } = await pool.query(`select row_to_json(t)::text as line from (${statement}) t order by 1`)
    for (const { line } of rows as { line: string }[]) hash.update(line).update('\n')
    state[kind] = `${rows.length} rows, ${hash.digest('hex').slice(0, 16)}`
  }
  return state
}

const kinds = {
  products: `select p.code1c, r.code1c as parent, b.name as brand, p.catalogue_code, p.name, p.full_name, p.articul,
    p.code, p.barcodes, p.offer_barcodes, p.description,
    p.unit, p.okei, p.step_milli, p.decimals, p.vat, p.weight_grams, p.volume_cm3, p.active, p.is_new, p.is_hit,
      p.is_sale, p.source_digest
    from products p left join products r on r.id = p.parent_id left join brands b on b.id = p.brand_id`,
  prices: `select p.code1c, t.code1c as type, x.price_kopecks, x.net_kopecks from prices x
    join products p on p.id = x.product_id join price_types t on t.id = x.price_type_id`,
  stocks: `select p.code1c, w.code1c as warehouse, s.on_hand_milli, s.reserved_milli from stocks s
    join products p on p.id = s.product_id join warehouses w on w.id = s.warehouse_id`,
  values: `select p.code1c, m.code1c as parameter, m.name, v.value from product_parameters l
    join products p on p.id = l.product_id
    join parameter_values v on v.id = l.value_id join parameters m on m.id = v.parameter_id`,
  categories: `select c.code1c, r.code1c as parent, c.name, c.url, c.description, c.position, c.active from categories c
    left join categories r on r.id = c.parent_id`,
  places: `select p.code1c, c.code1c as category from product_categories l join products p on p.id = l.product_id
    join categories c on c.id = l.category_id`,
  parameters: `select code1c, name, filterable, position from parameters`,
  priceTypes: `select code1c, name, currency, vat_included, is_rrc from price_types`,
  warehouses: `select code1c, name, address from warehouses`,
  pictures: `select p.code1c, l.position, i.digest from product_pictures l join products p on p.id = l.product_id
    join pictures i on i.id = l.picture_id`,
  pending: `select code1c, offer from exchange_pending`,
  undescribed: `select p.code1c, u.codes, u.item from exchange_undescribed u join products p on p.id = u.product_id`,
  memberships: `select p.code1c, o.code from exchange_other_catalogues o join products p on p.id = o.product_id`,
}
