import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import type { NamedCall } from './every-call.ts'

/** Inputs that a call takes, made from its schema, in which every id is the given one. */

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** With the required fields and all ids, then, where those are others, with every field. */
export function inputsWith({ endpoint }: NamedCall, id: number): Record<string, unknown>[] {
  const schema = z.toJSONSchema(endpoint.input, { unrepresentable: 'any', io: 'input' }) as Schema
  const fields = Object.keys(schema.properties ?? {})
  if (fields.length === 0) return [{}]
  const needed = fields.filter((name) => schema.required?.includes(name) || idNames.test(name))
  const of = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name, schema.properties?.[name] ?? {}, id)]))
  return needed.length === fields.length ? [of(fields)] : [of(needed), of(fields)]
}

const idNames = /^(id|ids|contract|contract_id|account|manager_id|order|documents|message|list|file|contragent)$/
const known: [name: RegExp, value: string | number][] = [
  [/^(startdate|startDate|from|starts)$/, '01.01.2026'],
  [/^(enddate|endDate|to|ends|date|next)$/, formatDay(dayOf(new Date()))],
  [/^(address)$/, '/catalog?page=2'],
  [/^(link)$/, '/catalog'],
  [/^(phone)$/, '+7 (495) 730-15-20'],
  [/^(email|login|user_email|owner)$/, 'somebody@firm.example'],
  // A part of the words that nobody may see: an answer that repeats the question says none of them.
  [/^(query|keyword)$/, 'анаре'],
  [/^(key)$/, randomUUID()],
  [/^(qnt|qty|page|perpage|percent|price|days|type|report|state|version|match|position|catalog|type_id)$/, 1],
  [/^(year)$/, 2026],
]

function valueOf(name: string, schema: Schema, id: number): unknown {
  const picked = pick(schema)
  const [, fixed] = known.find(([pattern]) => pattern.test(name)) ?? []
  if (picked.enum) return picked.enum[0]
  if (picked.type === 'array') return [valueOf(name.replace(/s$/, ''), picked.items ?? {}, id)]
  if (picked.type === 'object') return objectOf(picked, id)
  if (fixed !== undefined) return picked.type === 'string' ? String(fixed) : fixed
  if (picked.type === 'boolean') return true
  if (picked.type === 'string') return idNames.test(name) ? String(id) : 'слово'
  return id
}

function objectOf({ properties, additionalProperties }: Schema, id: number): Record<string, unknown> {
  if (!properties || Object.keys(properties).length === 0)
    return typeof additionalProperties === 'object' ? { [id]: valueOf('qnt', additionalProperties, id) } : {}
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueOf(name, each, id)]))
}

/** Of several forms of a value the one that says most. */
function pick(schema: Schema): Schema {
  const forms = schema.anyOf?.map(pick) ?? []
  return (
    forms.find((form) => form.type === 'object' || form.type === 'array') ??
    forms.find((form) => form.enum !== undefined) ??
    forms.find((form) => form.type === 'boolean') ??
    forms.find((form) => form.type === 'number' || form.type === 'integer') ??
    forms.find((form) => form.type === 'string') ??
    forms[0] ??
    schema
  )
}
