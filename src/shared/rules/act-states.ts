/** States of an act of reconciliation (product.md §7). */
export const actStates = {
  requested: 'Запрошен',
  building: 'Формируется',
  ready: 'Готов',
  failed: 'Ошибка',
  confirmed: 'Подтверждён',
  disputed: 'Разногласия',
} as const
export type ActState = keyof typeof actStates

/** Whether the act has its lines. */
export function isBuilt(state: ActState): boolean {
  return state === 'ready' || state === 'confirmed' || state === 'disputed'
}
