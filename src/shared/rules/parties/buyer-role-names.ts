import type { BuyerRole } from '../../rights.ts'

export const buyerRoleNames = {
  owner: 'Владелец',
  manager: 'Менеджер',
  accountant: 'Бухгалтер',
  receiver: 'Приёмщик',
} as const satisfies Record<BuyerRole, string>
