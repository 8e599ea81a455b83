import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/startup/config.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import {
  claimMails,
  deleteUnentitled,
  findOutboxFacts,
  failOldMails,
  markFailed,
  markSent,
  type DueMail,
} from './queries.ts'
import { hostOf, senderOf } from './sender.ts'
import { renderLetter, type LetterHead } from './template.ts'

type Deps = {
  db: Db
  files: Pick<FileStore, 'get'>
  log: Logger
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>
  /** How letters name the wholesaler. */
  readLetterHead: () => Promise<LetterHead & { /** '' = the name in MAIL_FROM, else `shop`. */ fromName: string }>
}
/** `waiting` = not due yet, or all if mail is not configured; `old` = given up because of age. */
type SendCounts = { sent: number; failed: number; waiting: number; old: number }

const batchSize = 20
const leaseSeconds = 300
const timeoutMs = 15_000
/** Seconds until the next attempt; after the last one a letter is given up. */
const retryDelaysSeconds = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
/** Older letters are outdated. */
const maxAgeHours = 48
const tooOldMessage = `Не отправлено за ${maxAgeHours} ч: новость устарела`

/**
 * Sends due letters. Failed ones are retried with growing delays. Without SMTP_URL letters wait in the outbox; after
 * two days they are given up.
 */
export async function sendMails(deps: Deps): Promise<SendCounts> {
  const { db, log, config } = deps
  const outcome = {
    sent: 0,
    failed: 0,
    waiting: 0,
    old: await failOldMails(db, { hours: maxAgeHours, error: tooOldMessage }),
  }
  if (config.smtpUrl !== undefined) await sendDue(deps, config.smtpUrl, outcome)
  outcome.waiting = (await findOutboxFacts(db)).waiting
  if (config.smtpUrl === undefined && outcome.waiting > 0)
    log.warn({ waiting: outcome.waiting }, 'letters wait: no SMTP_URL')
  return outcome
}

async function sendDue(deps: Deps, smtpUrl: string, outcome: SendCounts): Promise<void> {
  const transport = openTransport(smtpUrl)
  try {
    for (;;) {
      await deleteUnentitled(deps.db)
      const mails = await claimMails(deps.db, { max: batchSize, leaseSeconds })
      for (const mail of mails) outcome[await sendOne(deps, transport, mail)] += 1
      if (mails.length < batchSize) return
    }
  } finally {
    transport.close()
  }
}

function openTransport(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function sendOne(
  { db, files, log, config, readLetterHead }: Deps,
  transport: Transporter,
  mail: DueMail,
): Promise<'sent' | 'failed'> {
  try {
    const { fromName, ...head } = await readLetterHead()
    const replyTo = head.contacts?.email ?? ''
    const host = hostOf(config)
    await transport.sendMail({
      ...renderLetter(mail, { origin: config.baseUrl ?? '', ...head }),
      from: senderOf(config, { fromName, shop: head.shop }),
      ...(replyTo !== '' && { replyTo }),
      to: { name: '', address: mail.recipient },
      attachments: mail.attachments.map(({ name, key }) => ({ filename: name, content: files.get(key) })),
      // A stable Message-ID: a letter sent again after a crash keeps it.
      messageId: `<mail-${mail.id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await markSent(db, { id: mail.id })
    return 'sent'
  } catch (error) {
    if (isTransientDatabaseError(error)) throw error
    log.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'letter not sent')
    await markFailed(db, {
      id: mail.id,
      error: error instanceof Error ? error.message : String(error),
      retryAfterSeconds: retryDelaysSeconds[mail.attempts - 1],
    })
    return 'failed'
  }
}
