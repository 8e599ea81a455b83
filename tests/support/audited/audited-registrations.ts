import { createHash } from 'node:crypto'
import { readQuestion, sendAnswer } from '#shared/api/account/registration.ts'
import * as api from '#shared/api/staff/registrations.ts'
import { call } from '#web/api/client.ts'
import type { AuditedCall } from './audited-world.ts'
import { addRequest } from '../accounts/registration.ts'

/** Calls on registrations, each with a new registration. */
export const auditedRegistrations: Record<string, AuditedCall> = {
  assignRegistration: {
    action: 'registration.changed',
    run: async ({ portal, world, admin }) =>
      call(api.assignRegistration, { id: await addRequest(portal), assignee: world.adminId }, admin),
    isRepeatable: true,
  },
  takeFromRegister: {
    action: 'registration.changed',
    run: async ({ portal, admin }) => {
      const id = await addRequest(portal, { registryParty: { ...party, name: 'ООО "ДРУГОЕ"' } })
      await call(api.takeFromRegister, { id, field: 'company' }, admin)
    },
    isRepeatable: true,
  },
  sendQuestion: {
    action: 'registration.changed',
    run: async ({ portal, admin }) => call(api.sendQuestion, { id: await addRequest(portal), text: 'КПП?' }, admin),
    isRepeatable: true,
  },
  sendAnswer: {
    action: 'registration.answered',
    by: () => null,
    run: async ({ portal }) => {
      const token = crypto.randomUUID()
      const answerTokenHash = createHash('sha256').update(token).digest()
      await addRequest(portal, { status: 'data_requested', answerTokenHash })
      const { form } = await call(readQuestion, { token }, portal.visitor())
      await call(sendAnswer, { token, ...form, contact_name: 'Олег', text: '' }, portal.visitor())
    },
    isRepeatable: true,
  },
  rejectRegistration: {
    action: 'registration.changed',
    run: async ({ portal, admin }) =>
      call(api.rejectRegistration, { id: await addRequest(portal), reason: 'other', text: 'Нет' }, admin),
    isRepeatable: true,
  },
  reopenRegistration: {
    action: 'registration.changed',
    run: async ({ portal, admin }) => {
      const id = await addRequest(portal, { status: 'rejected', decidedAt: new Date() })
      await call(api.reopenRegistration, { id }, admin)
    },
    isRepeatable: true,
  },
  approveRegistration: {
    action: 'registration.approved',
    run: async ({ portal, world, admin }) => {
      const id = await addRequest(portal)
      const [priceType = 0] = world.priceTypeIds
      const terms = { number: `${id}`, price_type: priceType, warehouses: world.warehouseIds }
      await call(api.approveRegistration, { id, ...terms }, admin)
    },
    isRepeatable: true,
  },
}

const party = {
  inn: '7707083893',
  kpp: '',
  ogrn: '',
  type: 'legal',
  branch: false,
  legal_form: 'ООО',
  name: '',
  full_name: '',
  address: '',
  postal_code: '',
  management_name: '',
  management_post: '',
  state: 'active',
  registered: '',
}
