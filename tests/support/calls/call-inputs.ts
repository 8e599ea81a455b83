import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import type { NamedCall } from './every-call.ts'

/** Sample inputs of a call, generated from its schema; every id in them is the given one. */

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

/** One input with the required fields and all ids, and one with every field if it has more. */
export function sampleInputs({ endpoint }: NamedCall, id: number): Record<string, unknown>[] {
  const schema = z.toJSONSchema(endpoint.input, { unrepresentable: 'any', io: 'input' }) as Schema
  const fields = Object.keys(schema.properties ?? {})
  if (fields.length === 0) return [{}]
  const requiredNames = fields.filter((name) => schema.required?.includes(name) || idNames.test(name))
  const valuesOf = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name, schema.properties?.[name] ?? {}, id)]))
  return requiredNames.length === fields.length ? [valuesOf(fields)] : [valuesOf(requiredNames), valuesOf(fields)]
}

const idNames = /^(id|ids|contract|contract_id|account|manager_id|order|documents|message|list|file|contragent)$/
const fixedValues: [name: RegExp, value: string | number][] = [
  [/^(startdate|startDate|from|starts)$/, '01.01.2026'],
  [/^(enddate|endDate|to|ends|date|next)$/, formatDay(dayOf(new Date()))],
  [/^(address)$/, '/catalog?page=2'],
  [/^(link)$/, '/catalog'],
  [/^(phone)$/, '+7 (495) 730-15-20'],
  [/^(email|login|user_email|owner)$/, 'somebody@firm.example'],
  // A part of the markers, so that an answer that repeats the query does not contain a whole marker.
  [/^(query|keyword)$/, 'анаре'],
  [/^(key)$/, randomUUID()],
  [/^(qnt|qty|page|perpage|percent|price|days|type|report|state|version|match|position|catalog|type_id)$/, 1],
  [/^(year)$/, 2026],
  [/^(minutes)$/, 60],
  [/^(currency)$/, 'USD'],
]

function valueOf(name: string, schema: Schema, id: number): unknown {
  const variant = mostSpecific(schema)
  const [, fixed] = fixedValues.find(([pattern]) => pattern.test(name)) ?? []
  if (variant.enum) return variant.enum[0]
  if (variant.type === 'array') return [valueOf(name.replace(/s$/, ''), variant.items ?? {}, id)]
  if (variant.type === 'object') return objectOf(variant, id)
  if (fixed !== undefined) return variant.type === 'string' ? String(fixed) : fixed
  if (variant.type === 'boolean') return true
  if (variant.type === 'string') return idNames.test(name) ? String(id) : 'слово'
  return id
}

function objectOf({ properties, additionalProperties }: Schema, id: number): Record<string, unknown> {
  if (!properties || Object.keys(properties).length === 0)
    return typeof additionalProperties === 'object' ? { [id]: valueOf('qnt', additionalProperties, id) } : {}
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueOf(name, each, id)]))
}

/** The most specific variant of a union. */
function mostSpecific(schema: Schema): Schema {
  const variants = schema.anyOf?.map(mostSpecific) ?? []
  return (
    variants.find((variant) => variant.type === 'object' || variant.type === 'array') ??
    variants.find((variant) => variant.enum !== undefined) ??
    variants.find((variant) => variant.type === 'boolean') ??
    variants.find((variant) => variant.type === 'number' || variant.type === 'integer') ??
    variants.find((variant) => variant.type === 'string') ??
    variants[0] ??
    schema
  )
}
