import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveSettings, StaffSettings } from '#shared/api/staff/settings.ts'
import {
  portalRules,
  ruleNames,
  type PortalRule,
  type RuleName,
  type RuleValue,
} from '#shared/rules/settings/portal-rules.ts'
import { changesOf, draftOf, patchOf, type Change, type FirmDraft } from './firm-draft.ts'

/** Numbers as they are typed. */
export type SettingsDraft = { firm: FirmDraft; rules: Record<string, RuleValue> }

export function settingsDraftOf({ shop, rules }: StaffSettings): SettingsDraft {
  return { firm: draftOf(shop), rules }
}

export function settingsChanges(settings: StaffSettings, draft: SettingsDraft): Change[] {
  const rules = changedRules(settings, draft).map((name) => ({
    label: portalRules[name].label,
    before: textOf(settings, name, settings.rules[name]),
    after: textOf(settings, name, draft.rules[name]),
  }))
  return [...changesOf(settings.shop, draft.firm), ...rules]
}

/** Only what has changed. */
export function settingsPatch(settings: StaffSettings, draft: SettingsDraft): InputOf<typeof saveSettings> {
  const rules = Object.fromEntries(changedRules(settings, draft).map((name) => [name, draft.rules[name] ?? null]))
  return { version: settings.version, shop: patchOf(settings.shop, draft.firm), rules }
}

function changedRules({ rules }: StaffSettings, draft: SettingsDraft): RuleName[] {
  return ruleNames.filter((name) => String(draft.rules[name]) !== String(rules[name]))
}

function textOf({ price_types: priceTypes }: StaffSettings, name: RuleName, value: RuleValue = null): string {
  const rule: PortalRule = portalRules[name]
  switch (rule.kind) {
    case 'number':
      return `${value} ${rule.unit}`
    case 'choice':
      return rule.choices[String(value)] ?? String(value)
    case 'flag':
      return value === true ? 'да' : 'нет'
    case 'priceType':
      return value === null ? byName : (priceTypes.find(({ code }) => code === value)?.name ?? String(value))
  }
}

/** The price type is found by its name. */
export const byName = 'по названию'
