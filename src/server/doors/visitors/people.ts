import { visitorDomain } from '#shared/constants.ts'
import { addDays, type Day } from '#shared/rules/dates.ts'
import { insertPastAccounts } from '#server/customers/accounts/shared-queries-past.ts'
import { insertPastConsignees } from '#server/customers/consignees/shared-queries-past.ts'
import type { Db } from '#server/platform/db/client.ts'

const orderLimitKopecks = 5_000_000

/** Colleagues of a visitor, whom no password lets in, and who receives their goods. */
export async function insertColleagues(
  tx: Db,
  { organisationId, contractId, today }: { organisationId: number; contractId: number; today: Day },
): Promise<void> {
  const login = (name: string) => `${name}-${organisationId}@${visitorDomain}`
  await insertPastAccounts(tx, {
    organisationId,
    contractId,
    people: [
      {
        login: login('mironov'),
        name: 'Алексей Миронов',
        phone: '+7 (495) 000-00-01',
        role: 'manager',
        orderLimitKopecks,
      },
      { login: login('tikhonova'), name: bookkeeper, phone: '+7 (495) 000-00-02', role: 'accountant' },
    ],
  })
  await insertPastConsignees(tx, {
    organisationId,
    people: [
      {
        surname: 'Миронов',
        name: 'Алексей',
        patronymic: 'Павлович',
        phone: '+7 (495) 000-00-01',
        attorneyNumber: '7',
        attorneyDate: addDays(today, -40),
        attorneyValidTo: addDays(today, 140),
      },
      {
        surname: 'Савин',
        name: 'Роман',
        patronymic: 'Ильич',
        phone: '+7 (495) 000-00-03',
        comment: 'Водитель, звонить за час',
        attorneyNumber: '8',
        attorneyDate: addDays(today, -22),
        attorneyValidTo: addDays(today, 8),
      },
    ],
  })
}

/** Also signs documents in ЭДО. */
export const bookkeeper = 'Ольга Тихонова'
