import { visitorDomain } from '#shared/constants.ts'
import { addDays, type Day } from '#shared/rules/dates.ts'
import { insertSampleAccounts } from '#server/customers/accounts/shared-queries-sample.ts'
import { insertSampleConsignees } from '#server/customers/consignees/shared-queries-sample.ts'
import type { Db } from '#server/platform/db/client.ts'

const orderLimitKopecks = 5_000_000

/** Colleagues of a visitor, who cannot sign in, and consignees. */
export async function insertColleagues(
  tx: Db,
  { organisationId, contractId, today }: { organisationId: number; contractId: number; today: Day },
): Promise<void> {
  const login = (name: string) => `${name}-${organisationId}@${visitorDomain}`
  await insertSampleAccounts(tx, {
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
      { login: login('tikhonova'), name: accountantName, phone: '+7 (495) 000-00-02', role: 'accountant' },
    ],
  })
  await insertSampleConsignees(tx, {
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

/** Also the signer of documents in ЭДО. */
export const accountantName = 'Ольга Тихонова'
