import { randomUUID } from 'node:crypto'
import type { AuditObjectType } from './actions.ts'

/** Fields of an object, by their names in code. */
export type Fields = Record<string, unknown>

/** Value of `audit_log.changes`. For a personal field both are ids of `audit_values`, or null for no value. */
export type StoredChange = { before: unknown; after: unknown; personal?: true }
export type PersonalValue = { id: string; value: unknown }

const ofPerson = ['login', 'name', 'phone', 'email']
/** A sole proprietor is a person, so its requisites are personal data. */
const ofCompany = ['company', 'fullName', 'inn', 'ogrn', 'legalAddress', 'phone', 'email']
const personalFields: Partial<Record<AuditObjectType, readonly string[]>> = {
  account: [...ofPerson, 'networkAddress'],
  registration: [...ofCompany, 'actualAddress', 'headName', 'contactName', 'networkAddress'],
  organisation: ['name'],
  contragent: [...ofCompany, 'actualAddress', 'headName', 'account'],
  seller: [...ofCompany, 'headName', 'accountantName'],
}

/** The fields that differ, with personal values separated. Null, undefined and '' are equal. */
export function compareFields(type: AuditObjectType, before: Fields, after: Fields) {
  const personal = personalFields[type] ?? []
  const values: PersonalValue[] = []
  const store = (value: unknown) => {
    if (value === null) return null
    const stored = { id: randomUUID(), value }
    values.push(stored)
    return stored.id
  }
  const changes: Record<string, StoredChange> = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [plain(before[field]), plain(after[field])]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changes[field] = personal.includes(field)
      ? { before: store(was), after: store(is), personal: true }
      : { before: was, after: is }
  }
  return { changes, values }
}

function plain(value: unknown): unknown {
  return value === undefined || value === '' ? null : value
}
