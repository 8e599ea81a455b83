import { maxMailedBytes } from '#shared/api/money/documents.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { documentName } from '#shared/rules/documents/shipping-documents.ts'
import { emailError } from '#shared/rules/parties/email.ts'
import { spendAttemptIn } from '#server/customers/accounts/attempts.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { fileName, getStoredDocuments, uniqueName } from './service.ts'

/** The addresses are not confirmed, so the limits prevent spam. */
const maxPerHour = { account: 20, organisation: 60, mailbox: 10 }
const maxNamed = 5

type Deps = { db: Db; files: FileStore }
type MailInput = { ids: readonly number[]; email: string; key: string }

/** Mails documents with their PDF to an address; idempotent by key. */
export async function mailDocuments({ db, files }: Deps, actor: BuyerActor, { ids, email, key }: MailInput) {
  const error = emailError(email)
  if (error !== undefined) throw new AppError('invalid', { fields: { email: error } })
  // E-mails of demo visitors would reach strangers.
  if (actor.demo) throw new AppError('demoForbidden')
  const { accountId, organisationId } = actor
  const documents = await getStoredDocuments({ db, files }, { accountId, ids })
  if (documents.reduce((sum, { fileBytes }) => sum + fileBytes, 0) > maxMailedBytes) throw new AppError('mailTooLarge')
  const usedNames = new Set<string>()
  const names = listNames(documents.map(documentName), maxNamed)
  await db.transaction(async (tx) => {
    const mailCount = await writeMails(tx, {
      recipients: [email],
      subject: `Документы: ${names}`,
      text: `${actor.name} отправляет вам документы: ${names}. Файлы PDF приложены к письму.`,
      link: '',
      eventKey: `documents:${accountId}:${key}`,
      attachments: documents.map((document) => ({
        name: uniqueName(fileName(document), usedNames),
        key: document.fileKey,
      })),
    })
    if (mailCount === 0) return
    await spendAttemptIn(tx, {
      limits: [
        { key: `documents-mail:${accountId}`, max: maxPerHour.account },
        { key: `documents-mail-of:${organisationId}`, max: maxPerHour.organisation },
        { key: `documents-mail-to:${email.toLowerCase()}`, max: maxPerHour.mailbox },
      ],
      minutes: 60,
    })
    await recordAudit(tx, byAccount(actor), {
      action: 'documents.mailed',
      object: { type: 'account', id: accountId, organisationId },
      after: { email, documents: names },
    })
  })
}
