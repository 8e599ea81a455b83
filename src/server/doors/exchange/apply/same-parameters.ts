import type { PropertyItem } from '../parse/items.ts'
import type { ImportContext } from './context.ts'

/**
 * Properties received after characteristics of the same name take over their parameter with values and id. Returns
 * their number.
 */
export async function adoptCharacteristics(context: ImportContext, fresh: PropertyItem[]): Promise<number> {
  let adoptedCount = 0
  for (const { code, name } of fresh) {
    const [before] = context.vocabulary.characteristicsNamed(name)
    if (before === undefined) continue
    await context.rows('update parameters set code1c = $2, name = $3 where id = $1', before.parameterId, code, name)
    context.vocabulary.forgetProperty(before.code)
    context.vocabulary.setProperty({ ...before, code, name })
    adoptedCount += 1
  }
  return adoptedCount
}

/**
 * Characteristics with the name of a property are merged into it (after a rename, or if both existed). Returns the
 * codes of the properties.
 */
export async function mergeCharacteristics(context: ImportContext, live: PropertyItem[]): Promise<string[]> {
  const merged: string[] = []
  for (const { code, name } of live) {
    const property = context.vocabulary.property(code)
    if (property === undefined || context.vocabulary.parameterNamed(name)?.code !== code) continue
    for (const characteristic of context.vocabulary.characteristicsNamed(name)) {
      await moveValues(context, characteristic.parameterId, property.parameterId)
      context.vocabulary.forgetProperty(characteristic.code)
      merged.push(code)
    }
  }
  return merged
}

async function moveValues(context: ImportContext, from: number, to: number): Promise<void> {
  context.valueIds.clear()
  await context.rows(
    `insert into product_parameters (product_id, value_id)
     select l.product_id, kept.id from parameter_values moved
       join parameter_values kept on kept.parameter_id = $2 and md5(kept.value) = md5(moved.value)
       join product_parameters l on l.value_id = moved.id
     where moved.parameter_id = $1 on conflict do nothing`,
    from,
    to,
  )
  await context.rows(
    `update parameter_values moved set parameter_id = $2 where parameter_id = $1
       and not exists (select from parameter_values kept
         where kept.parameter_id = $2 and md5(kept.value) = md5(moved.value))`,
    from,
    to,
  )
  await context.rows('delete from parameters where id = $1', from)
}
