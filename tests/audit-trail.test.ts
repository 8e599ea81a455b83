import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { fieldName } from '#server/doors/administration/audit/text.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { auditedCalls } from './support/audited/audited-calls.ts'
import { createAuditedWorld, type AuditedWorld } from './support/audited/audited-world.ts'
import { listCalls } from './support/calls/every-call.ts'

/**
 * Every call that can change accounts, rights, contracts, prices or settings leaves a row in the audit trail. A new
 * call that is neither audited nor listed as an exception fails the first test.
 */
let portal: TestApp
let given: AuditedWorld
beforeAll(async () => {
  portal = await startTestApp()
  given = await createAuditedWorld(portal)
})
afterAll(() => portal.close())

const ofOrders = 'every change of an order passes applyOrderChange: orders/change/audit-order.test.ts'
const ofLook = 'how the catalogue looks: neither prices nor rights'
const ofDelivery = "where the buyer's goods go: no right, price or contract"
const ofClaims = 'needs a claim: aftersale/claims/staff-actions.test.ts'
const ofActs = 'needs a disputed act: buying/acts/staff/staff-acts.test.ts'
const ofActing = 'recorded on behalf of the buyer: administration/customers/acting.test.ts'
const exceptions: Record<string, string> = {
  startActing: ofActing,
  endActing: ofActing,
  assignAct: ofActs,
  sendActReply: ofActs,
  replyToActLine: 'a reply that is not sent yet: sending is audited',
  setActNote: 'what staff note for each other',
  addCustomerNote: 'what staff note for each other',
  deleteCustomerNote: 'what staff note for each other',
  assignClaim: ofClaims,
  writeToClaim: 'an answer to a buyer, kept in the thread',
  sendClaimQuestion: 'an answer to a buyer, kept in the thread',
  saveClaimAnswer: 'an answer that staff keep ready',
  saveChatAnswer: 'an answer that staff keep ready',
  deleteClaimAnswer: 'an answer that staff keep ready',
  deleteChatAnswer: 'an answer that staff keep ready',
  staffReadClaimThread: 'what one has read oneself',
  decideClaim: ofClaims,
  closeClaim: ofClaims,
  approveOrder: ofOrders,
  refuseOrder: ofOrders,
  staffSetState: ofOrders,
  staffChangeOrder: ofOrders,
  staffChangeDelivery: ofOrders,
  staffShipOrder: ofOrders,
  staffHandOver: ofOrders,
  staffDeclineCancellation: ofOrders,
  saveBanner: ofLook,
  deleteBanner: ofLook,
  saveGood: ofLook,
  markGoods: ofLook,
  addPictures: ofLook,
  saveLabel: ofLook,
  deleteLabel: ofLook,
  saveSynonyms: ofLook,
  deleteSynonyms: ofLook,
  answerPriceRequest: 'an answer to a buyer',
  attachRequestedFile: 'an answer to a buyer',
  uploadDocument: ofLook,
  uploadPicture: ofLook,
  uploadLogo: 'becomes the logo by saveSettings',
  makeRequestedFile: 'an answer to a buyer',
  dropRequestedFile: 'an answer to a buyer',
  readNotifications: 'what one has read oneself',
  saveNoticeSetting: 'what one wants to be told oneself',
  saveMailPace: 'how often one wants letters oneself',
  saveWebPush: 'where one wants to be told oneself',
  deleteWebPush: 'where one wants to be told oneself',
  beginSecondFactor: 'counts only once it is confirmed',
  checkPassword: 'changes nothing',
  checkReset: 'changes nothing',
  readQuestion: 'changes nothing',
  recheckRegistration: 'what the register of companies says, nothing of the request',
  checkSetupToken: 'changes nothing',
  managerContracts: 'changes nothing',
  suggestAddress: 'changes nothing',
  suggestBank: 'changes nothing',
  suggestName: 'changes nothing',
  suggestParty: 'changes nothing',
  saveAddress: ofDelivery,
  deleteAddress: ofDelivery,
  uploadConsignee: ofDelivery,
  deleteConsignee: ofDelivery,
  checkUser: 'changes nothing',
  enterDemo: 'a visitor of the demo mode: deleted at night, without a trace',
  requestCallback: 'a wish to be called back',
  staffCallback: 'an answer to a buyer',
  staffChatState: 'an answer to a buyer',
  staffSendChat: 'an answer to a buyer, kept in the chat',
  staffUploadChatFile: 'an answer to a buyer, kept in the chat',
  saveMaterial: 'the page keeps every version with who saved it',
  previewMaterial: 'changes nothing',
  matchPictureNames: 'changes nothing',
  saveTopNews: ofLook,
}

test('every changing call of staff or guests is audited or listed as an exception with its reason', async () => {
  const rights = ['public', 'session', 'secondFactor.own', 'order.approve', 'organisation.manage', 'address.add']
  const changes = ({ verb, right }: Pick<Endpoint, 'verb' | 'right'>) =>
    verb !== 'GET' && (right.startsWith('staff.') || rights.includes(right))
  const listed = (await listCalls()).filter(({ endpoint }) => changes(endpoint)).map(({ name }) => name)
  expect(listed.toSorted()).toEqual([...Object.keys(auditedCalls), ...Object.keys(exceptions)].toSorted())
})

test.for(Object.entries(auditedCalls))(
  '%s writes an audit row with its author, and none if nothing changes',
  async ([, { action, by, run, isRepeatable }]) => {
    const rows = await rowsOf(run)
    const accountId = by === undefined ? given.world.adminId : by(given)
    const expected = { action, origin: 'web', accountId, onBehalfOfAccountId: null }
    expect(rows).toContainEqual(expect.objectContaining(expected))
    expect(rows.map((row) => row.accountId)).toEqual(rows.map(() => accountId))
    const fields = rows.flatMap(({ changes }) => Object.keys(changes))
    for (const field of fields) expect(fieldName(field), field).toMatch(/[А-Я]/)
    if (!isRepeatable) expect(await rowsOf(run)).toEqual([])
  },
)

/** The audit rows of a call. */
async function rowsOf(run: (given: AuditedWorld) => Promise<unknown>) {
  const [last] = await listAuditRows(portal.db, { limit: 1 })
  await run(given)
  return (await listAuditRows(portal.db, { limit: 50 })).filter(({ id }) => id > (last?.id ?? 0))
}
