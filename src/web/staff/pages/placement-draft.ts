import type { AudienceChoice, Placement } from '#shared/api/talk/placement.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { listNames } from '#shared/rules/list-text.ts'

export type PlacementDraft = Pick<Placement, 'roles' | 'price_types' | 'organisations'> & {
  starts: string | undefined
  ends: string | undefined
  position: string
}

export function placementDraftOf(placed: Placement | undefined): PlacementDraft {
  return {
    starts: placed?.starts ?? undefined,
    ends: placed?.ends ?? undefined,
    position: placed === undefined || placed.position === 0 ? '' : String(placed.position),
    roles: placed?.roles ?? [],
    price_types: placed?.price_types ?? [],
    organisations: placed?.organisations ?? [],
  }
}

export const placementInputOf = ({ position, ...draft }: PlacementDraft) => ({ ...draft, position: Number(position) })

/** Beyond this number only the count is shown. */
const mostNamed = 4

export type Audience = { price_types: readonly AudienceChoice[]; organisations: readonly AudienceChoice[] }
export const noAudience: Audience = { price_types: [], organisations: [] }

/** 'с 01.12.2026 по 31.12.2026', '' = always. */
export function periodText({ starts, ends }: Pick<Placement, 'starts' | 'ends'>): string {
  return [starts === null ? '' : `с ${starts}`, ends === null ? '' : `по ${ends}`].filter(Boolean).join(' ')
}

/** 'видят: владелец · Опт · ООО «Вектор»', '' = everybody. */
export function audienceText({ roles, price_types: types, organisations }: Placement, all: Audience): string {
  const kinds = [
    roles.map((role) => buyerRoleNames[role].toLowerCase()),
    namesOf(types, all.price_types),
    namesOf(organisations, all.organisations),
  ].filter((names) => names.length > 0)
  return kinds.length === 0 ? '' : `видят: ${kinds.map((names) => listNames(names, mostNamed)).join(' · ')}`
}

export const nameOf = (id: number, choices: readonly AudienceChoice[]): string =>
  choices.find((each) => each.id === id)?.header ?? `№ ${id}`

const namesOf = (ids: readonly number[], choices: readonly AudienceChoice[]) => ids.map((id) => nameOf(id, choices))
