import type { InputOf } from '#shared/api/endpoint.ts'
import type { saveSettings, StaffSettings } from '#shared/api/staff/settings.ts'

type Shop = StaffSettings['shop']
export type FirmDraft = Omit<Shop, 'usual'>

/** What the bar of unsaved changes calls each field. */
const labels: Record<keyof FirmDraft, string> = {
  name: 'название',
  company: 'полное название',
  phone: 'телефон',
  hours: 'часы работы',
  email: 'почта',
  from_name: 'письма от имени',
  accent: 'цвет',
  logo: 'логотип',
}
export type Change = { label: string; before: string; after: string }

export function draftOf({ usual: _usual, ...shop }: Shop): FirmDraft {
  return shop
}

export function changesOf(shop: Shop, draft: FirmDraft): Change[] {
  return fieldsChanged(shop, draft).map((field) => ({
    label: labels[field],
    before: field === 'logo' ? logoText(shop.logo) : shop[field],
    after: field === 'logo' ? logoText(draft.logo, 'новый') : draft[field],
  }))
}

/** Only what has changed. */
export function patchOf(shop: Shop, draft: FirmDraft): InputOf<typeof saveSettings>['shop'] {
  return Object.fromEntries(fieldsChanged(shop, draft).map((field) => [field, draft[field]]))
}

function fieldsChanged(shop: Shop, draft: FirmDraft): (keyof FirmDraft)[] {
  return (Object.keys(labels) as (keyof FirmDraft)[]).filter((field) => draft[field] !== shop[field])
}

function logoText(logo: number | null, text = 'свой'): string {
  return logo === null ? 'знак портала' : text
}
