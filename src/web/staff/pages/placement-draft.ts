import type { AudienceChoice, Placement } from '#shared/api/talk/placement.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { listNames } from '#shared/rules/list-text.ts'

export type PlacementDraft = Pick<Placement, 'roles' | 'price_types' | 'organisations'> & {
  starts: string | undefined
  ends: string | undefined
  position: string
}

export function placementDraftOf(placement: Placement | undefined): PlacementDraft {
  return {
    starts: placement?.starts ?? undefined,
    ends: placement?.ends ?? undefined,
    position: placement === undefined || placement.position === 0 ? '' : String(placement.position),
    roles: placement?.roles ?? [],
    price_types: placement?.price_types ?? [],
    organisations: placement?.organisations ?? [],
  }
}

export const placementInputOf = ({ position, ...draft }: PlacementDraft) => ({ ...draft, position: Number(position) })

/** Beyond this number only the count is shown. */
const maxNamed = 4

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
  return kinds.length === 0 ? '' : `видят: ${kinds.map((names) => listNames(names, maxNamed)).join(' · ')}`
}

export const nameOf = (id: number, choices: readonly AudienceChoice[]): string =>
  choices.find((each) => each.id === id)?.header ?? `№ ${id}`

const namesOf = (ids: readonly number[], choices: readonly AudienceChoice[]) => ids.map((id) => nameOf(id, choices))
