import { sql } from 'drizzle-orm'
import { orderCutOffHour } from '#shared/constants.ts'
import { plural } from '#shared/rules/plural.ts'
import { materials } from '#server/platform/db/schema/aftersale/pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'

const termsId = 850

/** The pages 'Условия работы' and 'Возврат и брак', with the deadlines set in the portal. */
export async function insertDemoPages(db: Db): Promise<void> {
  await db
    .update(materials)
    .set({ html: terms, version: 2 })
    .where(sql`${materials.id} = ${termsId}`)
  await db.insert(materials).values([{ title: 'Возврат и брак', html: await writeReturns(db) }])
  await db.execute(sql`
    insert into material_versions (material_id, version, title, html)
    select id, version, title, html from materials on conflict do nothing`)
}

const terms = `<p>Работаем с организациями и предпринимателями по договору поставки.</p>
<h2>Отгрузка</h2><ul><li>Заказ до ${orderCutOffHour}:00 доставим или выдадим начиная со следующего рабочего дня, позже –
днём позднее.</li><li>Самовывоз – по доверенности или паспорту получателя.</li></ul>
<h2>Оплата</h2><p>Предоплата или отсрочка – как в договоре. До какого дня ждём оплату, написано в заказе.</p>`

async function writeReturns(db: Db): Promise<string> {
  const [counted, defects, decision] = [
    await readSetting(db, 'claims.countedDays'),
    await readSetting(db, 'claims.defectDays'),
    await readSetting(db, 'claims.decisionDays'),
  ]
  return `<p>Недостачу, излишек и пересортицу заявите в течение ${workingDays(counted)} после отгрузки,
брак и возврат – в течение ${days(defects)}.</p>
<ol><li>Откройте <a href="/reclamations">рекламации</a> и выберите отгруженный заказ.</li><li>Укажите товары и
количество, приложите фото товара и упаковки.</li>
<li>Решение придёт в рекламацию в течение ${workingDays(decision)}.</li></ol>`
}

const workingDays = (count: number) => `${count} ${plural(count, ['рабочего дня', 'рабочих дней', 'рабочих дней'])}`
const days = (count: number) => `${count} ${plural(count, ['дня', 'дней', 'дней'])}`
