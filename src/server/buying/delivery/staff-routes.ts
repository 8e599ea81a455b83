import type { Tiles } from '#shared/api/delivery.ts'
import { setCalendarDay, staffCalendar } from '#shared/api/staff/calendar.ts'
import * as api from '#shared/api/staff/delivery.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readCalendarYear, setDay } from './staff-calendar.ts'
import { saveCompany } from './staff-companies.ts'
import { saveZone } from './staff-zones.ts'
import { saveMethod, listStaffDelivery } from './staff.ts'

export function staffDeliveryRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }): void {
  const { tiles } = deps
  on(api.staffDelivery, async () => ({ ...(await listStaffDelivery(deps)), tiles }))
  on(api.saveDeliveryMethod, async ({ actor, input }) => ({ ...(await saveMethod(deps, actor, input)), tiles }))
  on(api.saveDeliveryCompany, async ({ actor, input }) => ({ ...(await saveCompany(deps, actor, input)), tiles }))
  on(api.saveDeliveryZone, async ({ actor, input }) => ({ ...(await saveZone(deps, actor, input)), tiles }))
  on(staffCalendar, ({ input }) => readCalendarYear(deps, input))
  on(setCalendarDay, ({ actor, input: { date, working } }) => setDay(deps, actor, { day: parseDay(date), working }))
}
