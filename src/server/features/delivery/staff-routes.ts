import type { Tiles } from '#shared/api/delivery.ts'
import { setCalendarDay, staffCalendar } from '#shared/api/staff-calendar.ts'
import * as api from '#shared/api/staff-delivery.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/db/client.ts'
import type { Api } from '#server/http/api.ts'
import { readCalendarYear, setDay } from './staff-calendar.ts'
import { keepCompany } from './staff-companies.ts'
import { keepZone } from './staff-zones.ts'
import { keepMethod, listStaffDelivery } from './staff.ts'

export function staffDeliveryRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }): void {
  const { tiles } = deps
  on(api.staffDelivery, async () => ({ ...(await listStaffDelivery(deps)), tiles }))
  on(api.saveDeliveryMethod, async ({ actor, input }) => ({ ...(await keepMethod(deps, actor, input)), tiles }))
  on(api.saveDeliveryCompany, async ({ actor, input }) => ({ ...(await keepCompany(deps, actor, input)), tiles }))
  on(api.saveDeliveryZone, async ({ actor, input }) => ({ ...(await keepZone(deps, actor, input)), tiles }))
  on(staffCalendar, ({ input }) => readCalendarYear(deps, input))
  on(setCalendarDay, ({ actor, input: { date, working } }) => setDay(deps, actor, { day: parseDay(date), working }))
}
