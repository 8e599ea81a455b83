import { sql } from 'drizzle-orm'
import { addDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { banners, specialOffers } from '#server/platform/db/schema/showcase.ts'
import { storePicture } from '#server/catalogue/pictures/service.ts'
import { applyOffers } from '#server/catalogue/showcase/offers.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { drawBanner, type BannerDrawing } from './banner-drawing.ts'

type DemoOffer = {
  title: string
  text: string
  days: number
  /** Top categories; none = all other categories. */ groups: string[]
}

/** The offers started with the sales in the price history. */
const startedDaysAgo = 6
const offers: DemoOffer[] = [
  {
    title: 'Неделя инструмента',
    text: 'Скидка 10 % на инструмент, оснастку и крепёж',
    days: 14,
    groups: [
      'Электроинструмент',
      'Ручной инструмент',
      'Сварочное оборудование',
      'Оснастка и расходные материалы',
      'Крепёж',
    ],
  },
  { title: 'Электрика и сантехника', text: 'Распродаём остатки сезона', days: 30, groups: ['Электрика', 'Сантехника'] },
  { title: 'Бригада одета', text: 'Спецодежда и защита на 10 % дешевле', days: 45, groups: [] },
]

const demoBanners: { title: string; text: string; category: string; choice?: string; drawing: BannerDrawing }[] = [
  {
    title: 'Неделя инструмента',
    text: 'Скидка 10 % до конца акции',
    category: 'Электроинструмент',
    choice: '?sale=1',
    drawing: { background: '#d9ecee', fill: '#fbf3d0', drawings: ['drill', 'grinder', 'circular-saw'] },
  },
  {
    title: 'Соберём щит целиком',
    text: 'Автоматы, кабель и монтаж с одного склада',
    category: 'Электрика',
    drawing: { background: '#fbf3d0', fill: '#dfeee2', drawings: ['panel', 'breaker', 'cable'] },
  },
  {
    title: 'Расходники упаковками',
    text: 'Круги, свёрла и биты с кратностью от 10 шт',
    category: 'Оснастка и расходные материалы',
    drawing: { background: '#e3e9f6', fill: '#f3e6d3', drawings: ['disc', 'saw-blade', 'bits'] },
  },
]

/**
 * Three current special offers at all price types of buyers, with the goods that 1C marks as on sale (it sends no sale
 * prices), and three banners.
 */
export async function insertDemoShowcase(db: Db, { files, now }: { files: FileStore; now: Date }): Promise<void> {
  const today = dayOf(now)
  for (const [position, offer] of offers.entries()) await insertOffer(db, { ...offer, position, today })
  await applyOffers(db, 'all', today)
  for (const [position, { title, text, category, choice = '', drawing }] of demoBanners.entries()) {
    const pictureId = await storePicture({ db, files }, await drawBanner(drawing))
    await db.insert(banners).values({
      title,
      text,
      position,
      pictureId,
      link: sql`(select '/catalog/' || url || ${choice} from categories where name = ${category} order by id limit 1)`,
    })
  }
}

async function insertOffer(
  db: Db,
  { title, text, days, groups, position, today }: DemoOffer & { position: number; today: Day },
): Promise<void> {
  const period = { startsOn: addDays(today, -startedDaysAgo), endsOn: addDays(today, days) }
  const [offer] = await db
    .insert(specialOffers)
    .values({ title, text, position, ...period })
    .returning({ id: specialOffers.id })
  // 10 % off, rounded to the rouble. A good in several categories belongs to the first offer.
  await db.execute(sql`
    with recursive tree as (
      select id, name as top from categories where parent_id = 2
      union all select c.id, tree.top from categories c join tree on tree.id = c.parent_id)
    insert into special_offer_goods (offer_id, product_id, price_type_id, price_kopecks)
    select distinct ${offer?.id ?? 0}::int, p.product_id, p.price_type_id, greatest(100,
      round(p.price_kopecks * 0.9 / 100) * 100)::bigint
    from prices p join products g on g.id = p.product_id and g.is_sale join price_types t on t.id = p.price_type_id
      and not t.is_rrc
    join product_categories link on link.product_id = coalesce(g.parent_id, g.id) join tree
      on tree.id = link.category_id
    where p.price_kopecks > 1000 and (cardinality(${sql.param(groups)}::text[]) = 0
      or tree.top = any(${sql.param(groups)}::text[]))
      and not exists (select from special_offer_goods other where other.product_id = p.product_id)`)
}
