import { expect, test } from 'vitest'
import type { StaffCompany } from '#shared/api/staff/delivery.ts'
import { companyDraftOf, companyInputOf, terminalErrors, withPastedTerminals } from './company-draft.ts'

const company: StaffCompany = {
  id: 3,
  header: 'ПЭК',
  active: true,
  version: 'v',
  types: [{ id: 1, header: 'До терминала', to_terminal: true, active: true }],
  terminals: [
    { id: 7, city: 'Тула', header: 'Ленина, 1', schedule: '', active: true },
    { id: 8, city: 'Уфа', header: 'Мира, 2', schedule: '', active: true },
  ],
}

test('pasted terminals are added once, and invalid lines are reported', () => {
  const pasted = withPastedTerminals(
    company.terminals,
    'Тула\tЛенина, 1\r\nКазань; ул. Родины, 7; 9–18\nказань|УЛ. РОДИНЫ, 7\n\nПермь\n; без города',
  )
  expect(pasted).toMatchObject({ added: 1, invalid: ['Пермь', '; без города'] })
  expect(pasted.terminals.at(-1)).toEqual({ city: 'Казань', header: 'ул. Родины, 7', schedule: '9–18', active: true })
  expect(pasted.terminals).toHaveLength(3)
})

test('errors of a terminal name its town', () => {
  const fields = { header: 'Укажите название', 'terminals.1.header': 'Укажите адрес' }
  expect(
    terminalErrors(fields, {
      terminals: [
        { city: 'Тула', header: 'А' },
        { city: 'Уфа', header: '' },
      ],
    }),
  ).toEqual(['Уфа, без адреса: Укажите адрес'])
})

test('only changed terminals are sent', () => {
  const draft = companyDraftOf(company)
  expect(companyInputOf(draft, company)).toMatchObject({ id: 3, version: 'v', terminals: [] })
  const hidden = draft.terminals.map((terminal) => (terminal.id === 8 ? { ...terminal, active: false } : terminal))
  expect(
    companyInputOf(
      { ...draft, terminals: [...hidden, { city: 'Орёл', header: 'А', schedule: '', active: true }] },
      company,
    ).terminals,
  ).toMatchObject([{ id: 8, active: false }, { city: 'Орёл' }])
})
