import {
  parseRule,
  ruleNames,
  type RuleName,
  type RuleValue,
  type RuleValues,
} from '#shared/rules/settings/portal-rules.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSettings, writeSetting, type SettingValue } from '#server/platform/settings.ts'
import { listAllPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'

export type GivenRules = Partial<Record<string, RuleValue>>

export async function readRules(db: Db): Promise<RuleValues> {
  return await readSettings(db, ruleNames)
}

/** Price types of 1C, for the choice of РРЦ. */
export async function readPriceTypes(db: Db): Promise<{ code: string; name: string }[]> {
  return (await listAllPriceTypes(db)).map(({ code1c, name }) => ({ code: code1c, name }))
}

/** The rules with what is given; throws with the reason at each wrong field. */
export async function mergeRules(db: Db, current: RuleValues, given: GivenRules): Promise<RuleValues> {
  const priceTypes = (await readPriceTypes(db)).map(({ code }) => code)
  const next = { ...current }
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!isRule(name)) throw new AppError('invalid', { fields: { rules: 'Такой настройки нет' } })
    // A price type that 1C has dropped since it was chosen stays.
    if (value === undefined || value === current[name]) continue
    const parsed = parseRule(name, value, priceTypes)
    if ('error' in parsed) fields[`rules.${name}`] = parsed.error
    else next[name] = parsed.value
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  return next
}

export async function writeRules(
  tx: Db,
  { current, next }: { current: RuleValues; next: RuleValues },
  by: ChangedBy,
): Promise<void> {
  for (const name of ruleNames) {
    if (next[name] !== current[name]) await writeSetting(tx, name, next[name] as SettingValue<typeof name>, by)
  }
}

function isRule(name: string): name is RuleName {
  return ruleNames.some((each) => each === name)
}
