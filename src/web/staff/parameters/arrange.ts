import type { StaffParameter } from '#shared/api/staff/parameters.ts'

type Parameters = readonly StaffParameter[]
/** Visibility of a parameter: shown; hidden by a decision; hidden because no good has a value. */
export type ParameterState = 'seen' | 'hidden' | 'empty'
export type ParameterList = { state?: ParameterState; query?: string }
/** To the position of another one, or one position up or down in the visible list. */
export type MoveTo = { onto: number } | { step: 1 | -1 }

export function stateOf({ filter, card, goods }: StaffParameter): ParameterState {
  if (!filter && !card) return 'hidden'
  return goods > 0 ? 'seen' : 'empty'
}

const reasons = {
  internal: 'служебный',
  repeated: 'повторяет другие параметры',
  ownValues: 'своё значение почти у каждого товара',
} satisfies Record<NonNullable<StaffParameter['hidden_because']>, string>

/** Why a parameter is hidden by default, as long as staff have not decided. */
export function reasonToHide({
  hidden_because: because,
  by_hand: byHand,
  ...parameter
}: StaffParameter): string | undefined {
  return because === null || byHand.length > 0 || parameter.filter || parameter.card ? undefined : reasons[because]
}

/** Parameters of a tab and a search, in order. */
export function filterParameters(all: Parameters, { state = 'seen', query = '' }: ParameterList): StaffParameter[] {
  const text = query.toLowerCase()
  const found = all.filter(
    ({ header, exchange_header: exchangeHeader }) =>
      header.toLowerCase().includes(text) || exchangeHeader.toLowerCase().includes(text),
  )
  return found.filter((each) => stateOf(each) === state)
}

/** The parameter at the target position of a move; undefined: there is none, or the moved one is not in the list. */
export function targetOf(all: Parameters, list: ParameterList, id: number, to: MoveTo): number | undefined {
  if ('onto' in to) return to.onto
  const visible = filterParameters(all, list)
  const index = visible.findIndex((each) => each.id === id)
  return index < 0 ? undefined : visible[index + to.step]?.id
}

/**
 * The parameter before which the moved one must be inserted to get the visible position of `target`; null = last.
 * Undefined: it is there already.
 */
export function findSuccessor(all: Parameters, id: number, target: number): number | null | undefined {
  const [from, to] = [id, target].map((each) => all.findIndex((parameter) => parameter.id === each))
  if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return undefined
  return from > to ? target : (all[to + 1]?.id ?? null)
}

/** The list with one parameter moved before another, or to the end. */
export function withMoved<Item extends { id: number }>(
  all: readonly Item[],
  id: number,
  before: number | null,
): Item[] {
  const moved = all.find((each) => each.id === id)
  const others = all.filter((each) => each.id !== id)
  const index = before === null ? others.length : others.findIndex((each) => each.id === before)
  return moved === undefined || index < 0 ? [...all] : others.toSpliced(index, 0, moved)
}
