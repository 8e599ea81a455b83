import type { Client } from 'pg'

/** How large the bench's world is. */
export const size = {
  products: 100_000,
  withVariants: 5_000,
  variantsEach: 3,
  brands: 200,
  categories: 240,
  parameters: 60,
  valuesEach: 15,
  rareWords: 1_000,
} as const

export const nouns = [
  'Дрель',
  'Шуруповёрт',
  'Перфоратор',
  'Рубанок',
  'Ключ',
  'Отвёртка',
  'Кабель',
  'Розетка',
  'Выключатель',
  'Светильник',
  'Труба',
  'Муфта',
  'Кран',
  'Смеситель',
  'Перчатки',
  'Куртка',
  'Ботинки',
  'Каска',
  'Болт',
  'Гайка',
  'Шайба',
  'Саморез',
  'Дюбель',
  'Анкер',
  'Уголок',
  'Пила',
  'Нож',
  'Молоток',
  'Топор',
  'Лопата',
] as const
export const adjectives = [
  'ударная',
  'аккумуляторный',
  'сетевой',
  'профессиональный',
  'усиленный',
  'компактный',
  'оцинкованный',
  'стальной',
  'латунный',
  'медный',
  'утеплённая',
  'защитный',
  'угловой',
  'торцевой',
  'рожковый',
  'накидной',
  'накладной',
  'влагозащищённый',
  'гибкий',
  'силовой',
] as const

/**
 * 100,000 products in a tree of three levels, 5,000 of them with three variants each, at three price types and three
 * warehouses; six parameters each, of those that belong to its category. Written by SQL, the same every time.
 */
export async function seedCatalogue(client: Client): Promise<void> {
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
}

/** A number below `below` that looks random and is the same each time. */
const pick = (n: string, salt: number, below: number | string) =>
  `((hashint4(${n} # ${salt * 7919}) & 2147483647) % ${below})`
const textArray = (texts: readonly string[]) => `(array[${texts.map((text) => `'${text}'`).join()}])`
const items = `(select id, coalesce(parent_id, id) as row, parent_id from products p where not exists (select from products v where v.parent_id = p.id))`

const statements = [
  `insert into categories (id, name, url) values (2, 'Каталог', 'catalog') on conflict do nothing`,
  `insert into categories (id, parent_id, name, url) select 100 + n, case when n < 10 then 2 when n < 60 then 100 + n % 10 else 110 + n % 50 end, 'Раздел ' || n, 'razdel-' || n from generate_series(0, ${size.categories - 1}) n`,
  `insert into brands (id, name, key) overriding system value select n, 'Марка ' || n, 'марка ' || n from generate_series(1, ${size.brands}) n`,
  `insert into parameters (id, code1c, name) overriding system value select n, 'p' || n, 'Свойство ' || n from generate_series(1, ${size.parameters}) n`,
  `insert into parameter_values (id, parameter_id, value) overriding system value select p * 100 + v, p, v * 5 || ' мм' from generate_series(1, ${size.parameters}) p, generate_series(1, ${size.valuesEach}) v`,
  `insert into price_types (id, code1c, name, is_rrc) overriding system value values (1, 't1', 'Опт', false), (2, 't2', 'Дилер', false), (3, 't3', 'РРЦ', true)`,
  `insert into warehouses (id, code1c, name) overriding system value values (1, 'w1', 'Москва'), (2, 'w2', 'Казань'), (3, 'w3', 'Тверь')`,
  `insert into products (id, code1c, name, full_name, articul, code, barcodes, brand_id, description, is_new, is_hit, is_sale)
   overriding system value
   select n, 'g' || n,
     ${textArray(nouns)}[1 + ${pick('n', 1, 30)}] || ' ' || ${textArray(adjectives)}[1 + ${pick('n', 2, 20)}] || ' серия' || ${pick('n', 3, size.rareWords)} || ' М' || ${pick('n', 4, 40)} || 'х' || ${pick('n', 5, 200)},
     '', 'AB-' || ${pick('n', 6, 9000)} || '/' || n, lpad(n::text, 8, '0'), array['46' || lpad(n::text, 11, '0')],
       1 + ${pick('n', 7, size.brands)}, repeat('Описание товара. ', 10),
     ${pick('n', 8, 20)} = 0, ${pick('n', 9, 20)} = 0, ${pick('n', 10, 10)} = 0
   from generate_series(1, ${size.products}) n`,
  `insert into products (id, code1c, parent_id, name, articul, barcodes, brand_id)
   overriding system value
   select ${size.products} + (n - 1) * ${size.variantsEach} + v, 'g' || n || '#' || v, n, p.name || ' размер ' || v,
     p.articul || '-' || v, array['47' || lpad((n * 10 + v)::text, 11, '0')], p.brand_id
   from generate_series(1, ${size.withVariants}) n join products p on p.id = n, generate_series(1, ${size.variantsEach}) v`,
  `insert into product_categories select id, 160 + ${pick('id', 11, size.categories - 60)} from products where parent_id is null`,
  `insert into product_parameters select distinct i.id, (1 + (c.category_id + k * 7) % ${size.parameters}) * 100 + 1 + ${pick('i.id', 12, '2147483647')} / (k * k + 1) % ${size.valuesEach}
   from ${items} i join product_categories c on c.product_id = i.row, generate_series(0, 5) k`,
  `insert into prices select i.id, t, (100 + ${pick('i.id', 13, 5_000_000)}) * (10 + t) / 10 from ${items} i, generate_series(1, 3) t`,
  `insert into stocks (product_id, warehouse_id, on_hand_milli) select i.id, w, case when ${pick('i.id + w', 14, 4)} = 0 then 0 else ${pick('i.id + w', 15, 500)} * 1000 end from ${items} i, generate_series(1, 3) w`,
  ...['categories', 'brands', 'parameters', 'parameter_values', 'price_types', 'warehouses', 'products'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
]
