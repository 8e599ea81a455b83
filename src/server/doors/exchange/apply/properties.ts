import type { PropertyItem, UnitItem } from '../parse/items.ts'
import { parameterKey, type NamedValue } from '../plan/parameters.ts'
import { isFilterable } from '#server/catalogue/presentation/property-roles.ts'
import type { ImportContext } from './context.ts'
import { adoptCharacteristics, mergeCharacteristics } from './same-parameters.ts'

const maxCached = 300_000

/** Imports classifier properties as parameters, with their dictionaries. */
export async function applyProperties(context: ImportContext, items: PropertyItem[]): Promise<void> {
  if (items.length === 0) return
  await context.vocabulary.load(context.sql)
  const live = items.filter(({ deleted }) => !deleted)
  context.tally.add('properties', 'seen', items.length)
  context.tally.add('properties', 'unchanged', items.length - live.length)
  const fresh = live.filter(({ code }) => context.vocabulary.property(code) === undefined)
  const adopted = await adoptCharacteristics(context, fresh)
  const unknown = fresh.filter(({ code }) => context.vocabulary.property(code) === undefined)
  await insertParameters(
    context,
    unknown.map(({ code, name }) => ({ code, name, filterable: isFilterable(name) })),
  )
  const renamed = live.filter(({ code, name }) => context.vocabulary.property(code)?.name !== name)
  await renameParameters(context, renamed)
  const retyped = live.filter(({ code, type }) => context.vocabulary.property(code)?.type !== type)
  await saveTypes(context, retyped)
  const revalued = await saveDictionaries(context, live)
  const merged = await mergeCharacteristics(context, live)

  const touched = new Set([...renamed, ...retyped].map(({ code }) => code).concat(revalued, merged))
  const created = new Set(fresh.map(({ code }) => code))
  for (const { code } of live) {
    context.tally.add('properties', created.has(code) ? 'created' : touched.has(code) ? 'changed' : 'unchanged')
  }
  if (created.size + touched.size + adopted > 0) context.rebuild = true
}

export async function applyUnits(context: ImportContext, items: UnitItem[]): Promise<void> {
  if (items.length === 0) return
  await context.vocabulary.load(context.sql)
  const fresh = items.filter(({ code, name }) => context.vocabulary.unitName(code) !== name)
  context.tally.add('units', 'seen', items.length)
  context.tally.add('units', 'changed', fresh.length)
  context.tally.add('units', 'unchanged', items.length - fresh.length)
  if (fresh.length === 0) return
  await context.rows(
    `insert into exchange_units (code, name) select code, name from json_to_recordset($1) r(code text, name text)
     on conflict (code) do update set name = excluded.name`,
    fresh,
  )
  for (const { code, name } of fresh) context.vocabulary.setUnit(code, name)
}

/** Ids of parameter values; creates missing parameters of characteristics and missing values. */
export async function valueIds(context: ImportContext, named: NamedValue[]): Promise<(value: NamedValue) => number> {
  const { vocabulary } = context
  await vocabulary.load(context.sql)
  const propertyOf = ({ code, name, byName }: NamedValue) =>
    vocabulary.property(code) ?? (byName ? vocabulary.parameterNamed(name) : undefined)
  const unknown = new Map(
    named
      .filter((each) => propertyOf(each) === undefined)
      .toReversed()
      .map((each) => [each.byName ? parameterKey(each.name) : each.code, each]),
  )
  await insertParameters(
    context,
    [...unknown.values()].toReversed().map(({ code, name }) => ({ code, name, filterable: isFilterable(name) })),
  )

  const keyOf = (each: NamedValue) => `${propertyOf(each)?.parameterId ?? 0}\n${each.value}`
  if (context.valueIds.size > maxCached) context.valueIds.clear()
  const missing = new Map(named.filter((each) => !context.valueIds.has(keyOf(each))).map((each) => [keyOf(each), each]))
  if (missing.size > 0) {
    const missingValues = [...missing.values()].map((each) => ({ p: propertyOf(each)?.parameterId, v: each.value }))
    // An anti-join, because ON CONFLICT would consume an id for every existing value.
    const rows = await context.rows<{ id: number; parameter_id: number; value: string }>(
      `with r as (select p, v, n from rows from (json_to_recordset($1) as (p int, v text)) with ordinality r(p, v, n)),
       made as (insert into parameter_values (parameter_id, value)
         select r.p, r.v from r where not exists (select from parameter_values k where k.parameter_id = r.p
           and md5(k.value) = md5(r.v))
         order by r.n returning id, parameter_id, value)
       select id, parameter_id, value from made
       union all select k.id, k.parameter_id, k.value from r
       join parameter_values k on k.parameter_id = r.p and md5(k.value) = md5(r.v)`,
      missingValues,
    )
    for (const { id, parameter_id, value } of rows) context.valueIds.set(`${parameter_id}\n${value}`, id)
  }
  return (value) => {
    const id = context.valueIds.get(keyOf(value))
    if (id === undefined) throw new Error(`value of parameter ${value.code} was not made`)
    return id
  }
}

async function insertParameters(
  context: ImportContext,
  parameters: { code: string; name: string; filterable: boolean }[],
): Promise<void> {
  if (parameters.length === 0) return
  context.rebuild = true
  const rows = await context.rows<{ id: number; code1c: string; name: string }>(
    `insert into parameters (code1c, name, filterable, position)
     select code, name, filterable, coalesce((select max(position) from parameters), 0) + n
     from rows from (json_to_recordset($1) as (code text, name text, filterable boolean)) with ordinality r(code, name,
       filterable, n) order by n
     returning id, code1c, name`,
    parameters,
  )
  for (const { id, code1c, name } of rows)
    context.vocabulary.setProperty({ parameterId: id, code: code1c, name, type: '' })
}

async function renameParameters(context: ImportContext, items: PropertyItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ code, name }) => {
    const before = context.vocabulary.property(code)
    const moved = before !== undefined && isFilterable(before.name) !== isFilterable(name)
    return { code, name, filterable: moved ? isFilterable(name) : null }
  })
  await context.rows(
    `update parameters p set name = r.name, filterable = coalesce(r.filterable, p.filterable)
     from json_to_recordset($1) r(code text, name text, filterable boolean) where p.code1c = r.code`,
    rows,
  )
  for (const { code, name } of items) {
    const before = context.vocabulary.property(code)
    if (before !== undefined) context.vocabulary.setProperty({ ...before, name })
  }
}

async function saveTypes(context: ImportContext, items: PropertyItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ code, type }) => ({ id: context.vocabulary.property(code)?.parameterId, type }))
  await context.rows(
    `insert into exchange_properties (parameter_id, type) select id, type
      from json_to_recordset($1) r(id int, type text)
     on conflict (parameter_id) do update set type = excluded.type`,
    rows,
  )
  for (const { code, type } of items) {
    const before = context.vocabulary.property(code)
    if (before !== undefined) context.vocabulary.setProperty({ ...before, type })
  }
}

/** Returns the codes of properties whose dictionary changed. */
async function saveDictionaries(context: ImportContext, items: PropertyItem[]): Promise<string[]> {
  const byId = new Map(items.map(({ code }) => [context.vocabulary.property(code)?.parameterId, code]))
  const missingValues = items.flatMap(({ code, values }) => {
    const id = context.vocabulary.property(code)?.parameterId
    return [...new Map(values.map((each) => [each.code, each.value.slice(0, 1000)]))].map(([valueCode, value]) => ({
      p: id,
      c: valueCode,
      v: value,
    }))
  })
  if (missingValues.length === 0) return []
  const differing = await context.rows<{ p: number; c: string; v: string; old: string | null }>(
    `select r.p, r.c, r.v, k.value as old from json_to_recordset($1) r(p int, c text, v text)
     left join exchange_property_values k on k.parameter_id = r.p and k.code = r.c where k.value is distinct from r.v`,
    missingValues,
  )
  if (differing.length === 0) return []
  await context.rows(
    `insert into exchange_property_values (parameter_id, code, value) select p, c, v
      from json_to_recordset($1) r(p int, c text, v text)
     on conflict (parameter_id, code) do update set value = excluded.value`,
    differing,
  )
  context.vocabulary.forgetDictionary()
  for (const { p, v, old } of differing) if (old !== null) await renameValue(context, p, old, v)
  return differing.map(({ p }) => byId.get(p) ?? '')
}

/** Renames a dictionary value. Goods with it follow, unless another Ид still has the old text. */
async function renameValue(context: ImportContext, parameterId: number, old: string, text: string): Promise<void> {
  const [shared] = await context.rows(
    'select 1 from exchange_property_values where parameter_id = $1 and value = $2 limit 1',
    parameterId,
    old,
  )
  if (shared !== undefined) return
  context.valueIds.clear()
  const taken = await context.rows(
    `insert into product_parameters (product_id, value_id)
     select pp.product_id, fresh.id from parameter_values fresh, parameter_values stale join product_parameters pp
       on pp.value_id = stale.id
     where fresh.parameter_id = $1 and md5(fresh.value) = md5($3::text) and stale.parameter_id = $1
       and md5(stale.value) = md5($2::text)
     on conflict do nothing returning 1`,
    parameterId,
    old,
    text,
  )
  if (taken.length === 0) {
    const moved = await context.rows(
      `update parameter_values v set value = $3 where parameter_id = $1 and md5(value) = md5($2::text)
       and not exists (select from parameter_values k where k.parameter_id = $1 and md5(k.value) = md5($3::text))
         returning 1`,
      parameterId,
      old,
      text,
    )
    if (moved.length > 0) return
  }
  await context.rows(
    'delete from parameter_values where parameter_id = $1 and md5(value) = md5($2::text)',
    parameterId,
    old,
  )
}
