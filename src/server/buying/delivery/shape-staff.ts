import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/staff/delivery.ts'
import { kopecks, kopecksOrNull, roubles, roublesOrNull } from '#shared/rules/money.ts'
import type { StoredCompany, StoredMethod, StoredZone } from './queries-staff.ts'
import type { CompanyInput } from './staff-companies.ts'
import type { ZoneInput } from './staff-zones.ts'
import type { MethodInput, StaffDelivery } from './staff.ts'

export function parseMethod(input: ParsedInputOf<typeof api.saveDeliveryMethod>): MethodInput {
  const { id, version, header: name, price } = input
  return { id, version, name, priceKopecks: kopecks(price) }
}

export function parseCompany(input: ParsedInputOf<typeof api.saveDeliveryCompany>): CompanyInput {
  const { id, version, header: name, active, types, terminals } = input
  return {
    id,
    version,
    name,
    active,
    types: types.map((type) => ({
      id: type.id,
      name: type.header,
      toTerminal: type.to_terminal,
      active: type.active,
    })),
    terminals: terminals.map(({ header: address, ...terminal }) => ({ ...terminal, id: terminal.id, address })),
  }
}

export function parseZone(input: ParsedInputOf<typeof api.saveDeliveryZone>): ZoneInput {
  const { id, version, header: name, polygon, weekdays, price, active, position } = input
  return {
    id,
    version,
    name,
    polygon,
    weekdays,
    priceKopecks: kopecks(price),
    freeFromKopecks: kopecksOrNull(input.free_from ?? null),
    active,
    position,
  }
}

export function shapeDelivery({ methods, companies, zones }: StaffDelivery) {
  return { methods: methods.map(shapeMethod), companies: companies.map(shapeCompany), zones: zones.map(shapeZone) }
}

function shapeMethod({ id, name, priceKopecks, version }: StoredMethod): api.StaffMethod {
  return { id, header: name, price: roubles(priceKopecks), version }
}

function shapeCompany({ id, name, active, types, terminals, version }: StoredCompany): api.StaffCompany {
  return {
    id,
    header: name,
    active,
    types: types.map((type) => ({ id: type.id, header: type.name, to_terminal: type.toTerminal, active: type.active })),
    terminals: terminals.map(({ address, ...terminal }) => ({ ...terminal, header: address })),
    version,
  }
}

function shapeZone({ name, priceKopecks, freeFromKopecks, ...zone }: StoredZone): api.StaffZone {
  return {
    ...zone,
    header: name,
    price: roubles(priceKopecks),
    free_from: roublesOrNull(freeFromKopecks),
  }
}
