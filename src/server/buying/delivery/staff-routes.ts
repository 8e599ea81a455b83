import type { Tiles } from '#shared/api/delivery.ts'
import { setCalendarDay, staffCalendar } from '#shared/api/staff/calendar.ts'
import * as api from '#shared/api/staff/delivery.ts'
import { parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { parseCompany, parseMethod, parseZone, shapeDelivery } from './shape-staff.ts'
import { readCalendarYear, setDay } from './staff-calendar.ts'
import { saveCompany } from './staff-companies.ts'
import { saveZone } from './staff-zones.ts'
import { listStaffDelivery, saveMethod, type StaffDelivery } from './staff.ts'

export function staffDeliveryRoutes({ on }: Api, deps: { db: Db; tiles: Tiles }): void {
  const shape = (delivery: StaffDelivery) => ({ ...shapeDelivery(delivery), tiles: deps.tiles })
  on(api.staffDelivery, async () => shape(await listStaffDelivery(deps)))
  on(api.saveDeliveryMethod, async ({ actor, input }) => shape(await saveMethod(deps, actor, parseMethod(input))))
  on(api.saveDeliveryCompany, async ({ actor, input }) => {
    const { id, ...delivery } = await saveCompany(deps, actor, parseCompany(input))
    return { id, ...shape(delivery) }
  })
  on(api.saveDeliveryZone, async ({ actor, input }) => {
    const { id, ...delivery } = await saveZone(deps, actor, parseZone(input))
    return { id, ...shape(delivery) }
  })
  on(staffCalendar, ({ input }) => readCalendarYear(deps, input))
  on(setCalendarDay, ({ actor, input: { date, working } }) => setDay(deps, actor, { day: parseDay(date), working }))
}
