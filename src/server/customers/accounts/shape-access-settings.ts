import type { AccessSettings as WireAccessSettings } from '#shared/api/staff/access.ts'
import type { AccessSettings } from './access-settings.ts'

export function shapeAccessSettings(settings: AccessSettings): WireAccessSettings {
  return {
    idle_hours_staff: settings.idleHoursStaff,
    idle_days_buyers: settings.idleDaysBuyers,
    second_factor_demanded: settings.secondFactorDemanded,
  }
}

export function parseAccessSettings(settings: WireAccessSettings): AccessSettings {
  return {
    idleHoursStaff: settings.idle_hours_staff,
    idleDaysBuyers: settings.idle_days_buyers,
    secondFactorDemanded: settings.second_factor_demanded,
  }
}
