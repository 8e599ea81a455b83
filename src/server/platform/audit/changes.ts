import { randomUUID } from 'node:crypto'
import type { AuditObjectType } from './actions.ts'

/** Fields of an object, by their names in code. */
export type Fields = Record<string, unknown>

/** Value of `audit_log.changes`. For a personal field both are ids of `audit_values`, or null for no value. */
export type StoredChange = { before: unknown; after: unknown; personal?: true }
export type PersonalValue = { id: string; value: unknown }

const personFields = ['login', 'name', 'phone', 'email']
/** A sole proprietor is a person, so its requisites are personal data. */
const companyFields = ['company', 'fullName', 'inn', 'ogrn', 'legalAddress', 'phone', 'email']
/** Of every object: names the person who asked for an action. */
const alwaysPersonal = ['askedBy']
const personalFields: Partial<Record<AuditObjectType, readonly string[]>> = {
  account: [...personFields, 'networkAddress'],
  registration: [...companyFields, 'actualAddress', 'headName', 'contactName', 'networkAddress'],
  organisation: ['name'],
  contragent: [...companyFields, 'actualAddress', 'headName', 'account'],
  seller: [...companyFields, 'headName', 'accountantName'],
}

/** The fields that differ, with personal values separated. Null, undefined and '' are equal. */
export function compareFields(type: AuditObjectType, before: Fields, after: Fields) {
  const personal = [...alwaysPersonal, ...(personalFields[type] ?? [])]
  const values: PersonalValue[] = []
  const store = (value: unknown) => {
    if (value === null) return null
    const stored = { id: randomUUID(), value }
    values.push(stored)
    return stored.id
  }
  const changes: Record<string, StoredChange> = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [oldValue, newValue] = [nullIfEmpty(before[field]), nullIfEmpty(after[field])]
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) continue
    changes[field] = personal.includes(field)
      ? { before: store(oldValue), after: store(newValue), personal: true }
      : { before: oldValue, after: newValue }
  }
  return { changes, values }
}

function nullIfEmpty(value: unknown): unknown {
  return value === undefined || value === '' ? null : value
}
