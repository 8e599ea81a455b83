import { eq } from 'drizzle-orm'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import {
  deliveryCompanies,
  deliveryMethods,
  deliveryTerminals,
  deliveryTypes,
  deliveryZones,
} from '#server/platform/db/schema/delivery.ts'
import type { Db } from '#server/platform/db/client.ts'

export type DemoZones = { city: number; suburb: number }

/** Five zones of own transport around the city, and three carriers with terminals. */
export async function insertDemoDelivery(db: Db): Promise<DemoZones> {
  await db
    .update(deliveryMethods)
    .set({ priceKopecks: 120_000 })
    .where(eq(deliveryMethods.id, deliveryMethodId('ownTransport')))
  const written = await db
    .insert(deliveryZones)
    .values(demoZones.map((zone, position) => ({ ...zone, position })))
    .returning({ id: deliveryZones.id })
  for (const { name, hours, terminals } of carriers) {
    const [company] = await db.insert(deliveryCompanies).values({ name }).returning({ id: deliveryCompanies.id })
    const companyId = company?.id ?? 0
    await db.insert(deliveryTypes).values([
      { companyId, name: 'До терминала', toTerminal: true },
      { companyId, name: 'До двери', toTerminal: false },
    ])
    await db
      .insert(deliveryTerminals)
      .values(terminals.map(([city, address]) => ({ companyId, city, address, schedule: hours })))
  }
  return { city: written[1]?.id ?? 0, suburb: written[3]?.id ?? 0 }
}

const centre: GeoPoint = [37.62, 55.755]
const kilometresPerDegree = 111.2
const stepDegrees = 12

/** The point at this bearing (0 = north, clockwise) and distance from the centre. */
function pointAt(bearing: number, kilometres: number): GeoPoint {
  const angle = (bearing * Math.PI) / 180
  const north = (Math.cos(angle) * kilometres) / kilometresPerDegree
  const east = (Math.sin(angle) * kilometres) / (kilometresPerDegree * Math.cos((centre[1] * Math.PI) / 180))
  return [Math.round((centre[0] + east) * 1e4) / 1e4, Math.round((centre[1] + north) * 1e4) / 1e4]
}

/** Irregular zone borders; neighbouring zones share theirs. */
const ring =
  (kilometres: number) =>
  (bearing: number): GeoPoint =>
    pointAt(
      bearing,
      kilometres *
        (1 +
          0.07 * Math.sin((bearing * 3 * Math.PI) / 180) +
          0.05 * Math.cos(((bearing + kilometres) * 5 * Math.PI) / 180)),
    )

const inner = ring(5.5)
const middle = ring(17)
const outer = ring(46)

function arc(border: (bearing: number) => GeoPoint, from: number, to: number): GeoPoint[] {
  const steps = Math.round(Math.abs(to - from) / stepDegrees)
  return Array.from({ length: steps + 1 }, (_each, step) => border(from + ((to - from) * step) / steps))
}

const between = (
  near: (bearing: number) => GeoPoint,
  far: (bearing: number) => GeoPoint,
  from: number,
  to: number,
): GeoPoint[] => [...arc(far, from, to), ...arc(near, to, from)]

export const demoZones = [
  {
    name: 'Центр',
    polygon: arc(inner, 0, 360 - stepDegrees),
    weekdays: [1, 2, 3, 4, 5],
    priceKopecks: 90_000,
    freeFromKopecks: 5_000_000,
  },
  {
    name: 'Север и запад города',
    polygon: between(inner, middle, 228, 408),
    weekdays: [1, 2, 3, 4, 5],
    priceKopecks: 120_000,
    freeFromKopecks: 10_000_000,
  },
  {
    name: 'Юг и восток города',
    polygon: between(inner, middle, 48, 228),
    weekdays: [1, 2, 3, 4, 5],
    priceKopecks: 120_000,
    freeFromKopecks: 10_000_000,
  },
  {
    name: 'Область: запад',
    polygon: between(middle, outer, 192, 372),
    weekdays: [2, 4],
    priceKopecks: 250_000,
    freeFromKopecks: 25_000_000,
  },
  {
    name: 'Область: восток',
    polygon: between(middle, outer, 12, 192),
    weekdays: [1, 3, 5],
    priceKopecks: 280_000,
    freeFromKopecks: null,
  },
]

type Carrier = { name: string; hours: string; terminals: [city: string, address: string][] }

const carriers: Carrier[] = [
  {
    name: 'Деловые Линии',
    hours: 'круглосуточно',
    terminals: [
      ['Москва', 'ул. Складочная, д. 6'],
      ['Москва', '1-й Котляковский пер., д. 13'],
      ['Санкт-Петербург', 'Витебский пр-т, д. 101'],
      ['Казань', 'ул. Родины, д. 7'],
      ['Ростов-на-Дону', 'ул. Вавилова, д. 62'],
      ['Екатеринбург', 'ул. Бахчиванджи, д. 2'],
      ['Новосибирск', 'ул. Петухова, д. 73'],
      ['Нижний Новгород', 'Московское ш., д. 302'],
    ],
  },
  {
    name: 'ПЭК',
    hours: 'пн–пт 9–20, сб 10–17',
    terminals: [
      ['Москва', 'Осташковское ш., д. 14'],
      ['Санкт-Петербург', 'ул. Фучика, д. 12'],
      ['Казань', 'ул. Техническая, д. 23'],
      ['Ростов-на-Дону', 'пр-т Шолохова, д. 310'],
      ['Краснодар', 'ул. Уральская, д. 126'],
      ['Самара', 'Заводское ш., д. 17'],
      ['Уфа', 'ул. Электрозаводская, д. 12'],
    ],
  },
  {
    name: 'СДЭК',
    hours: 'ежедневно 9–21',
    terminals: [
      ['Москва', 'ул. Прянишникова, д. 23'],
      ['Москва', 'Варшавское ш., д. 132'],
      ['Санкт-Петербург', 'ул. Салова, д. 57'],
      ['Казань', 'ул. Адоратского, д. 41'],
      ['Тула', 'Одоевское ш., д. 83'],
      ['Тверь', 'ул. Коминтерна, д. 95'],
      ['Воронеж', 'ул. Дорожная, д. 17'],
    ],
  },
]
