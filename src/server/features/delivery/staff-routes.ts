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
  on(api.saveDeliveryMethod, async ({ input }) => ({ ...(await keepMethod(deps, input)), tiles }))
  on(api.saveDeliveryCompany, async ({ input }) => ({ ...(await keepCompany(deps, input)), tiles }))
  on(api.saveDeliveryZone, async ({ input }) => ({ ...(await keepZone(deps, input)), tiles }))
  on(staffCalendar, ({ input }) => readCalendarYear(deps, input))
  on(setCalendarDay, ({ input: { date, working } }) => setDay(deps, { day: parseDay(date), working }))
}
