import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { isPassingDatabaseError, type Db } from '#server/db/client.ts'
import { readSetting } from '#server/settings.ts'
import { claimMails, markFailed, markSent, type DueMail } from './queries.ts'
import { dressLetter } from './template.ts'

type Deps = { db: Db; log: Logger; config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'> }
type Sent = { sent: number; failed: number; kept: number }

const atOnce = 20
const leaseSeconds = 300
const patienceMs = 15_000
/** Seconds until the next attempt; after the last of them a letter is given up. */
const againSeconds = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
const notConfigured = 'Почта не настроена: задайте SMTP_URL'

/**
 * Sends the letters that are due. One that cannot be sent is tried again, later each time. Without SMTP_URL letters are
 * logged and stay in the outbox, where nobody sends them later: they would be old news.
 */
export async function sendMails({ db, log, config }: Deps): Promise<Sent> {
  const transport = config.smtpUrl === undefined ? undefined : openTransport(config.smtpUrl)
  const sent = { sent: 0, failed: 0, kept: 0 }
  try {
    for (;;) {
      const mails = await claimMails(db, { most: atOnce, leaseSeconds })
      for (const mail of mails) {
        if (transport) sent[await sendOne({ db, log, config }, transport, mail)] += 1
        else {
          log.info({ mail: mail.id, recipient: mail.recipient, subject: mail.subject, text: mail.text, link: mail.link }, 'letter kept: no SMTP_URL')
          await markFailed(db, { id: mail.id, error: notConfigured, againSeconds: undefined })
          sent.kept += 1
        }
      }
      if (mails.length < atOnce) return sent
    }
  } finally {
    transport?.close()
  }
}

function openTransport(url: string): Transporter {
  return createTransport({ url, pool: true, maxConnections: 1, connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs, disableFileAccess: true, disableUrlAccess: true })
}

async function sendOne({ db, log, config }: Deps, transport: Transporter, mail: DueMail): Promise<'sent' | 'failed'> {
  try {
    const shop = await readSetting(db, 'shop.name')
    const host = hostOf(config)
    await transport.sendMail({
      ...dressLetter(mail, { origin: (config.baseUrl ?? '').replace(/\/+$/, ''), shop }),
      from: config.mailFrom ?? { name: shop, address: `noreply@${host}` },
      to: { name: '', address: mail.recipient },
      // A letter that left before its sending was noted keeps its name when it is sent again.
      messageId: `<mail-${mail.id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    await markSent(db, { id: mail.id })
    return 'sent'
  } catch (error) {
    if (isPassingDatabaseError(error)) throw error
    log.warn({ mail: mail.id, attempts: mail.attempts, err: error }, 'letter not sent')
    await markFailed(db, { id: mail.id, error: error instanceof Error ? error.message : String(error), againSeconds: againSeconds[mail.attempts - 1] })
    return 'failed'
  }
}

function hostOf({ baseUrl }: Deps['config']): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname
  return host.includes('.') ? host : 'portal.local'
}
