import { join } from 'node:path'
import { and, desc, eq, like } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from '@playwright/test'
import pg from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import { findRunning } from '#server/platform/db/embedded.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { addAccount } from '#tests/support/fixtures.ts'
import { test } from './support.ts'

/** Data without a screen: unsent e-mails, and accounts that no other test uses. */
async function inDatabase<Answer>(run: (db: Db) => Promise<Answer>): Promise<Answer> {
  const port = new URL(test.info().project.use.baseURL ?? '').port
  const url = await findRunning(join(process.env.E2E_DATA_DIR ?? '', port))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(drizzle(client))
  } finally {
    await client.end()
  }
}

/** The last e-mail to an address whose subject starts with this text; without SMTP_URL it stays in the outbox. */
export async function letterTo(recipient: string, subject: string): Promise<{ text: string; link: string }> {
  const [letter] = await inDatabase((db) =>
    db
      .select({ text: mails.text, link: mails.link })
      .from(mails)
      .where(and(eq(mails.recipient, recipient), like(mails.subject, `${subject}%`)))
      .orderBy(desc(mails.id))
      .limit(1),
  )
  expect(letter, `a letter '${subject}' to ${recipient}`).toBeDefined()
  return letter ?? { text: '', link: '' }
}

/** Another accountant of the demo buyer. */
export async function addPerson(password: string): Promise<{ login: string; password: string }> {
  const login = `person-${Date.now()}@demo.example`
  await inDatabase(async (db) => {
    const [owner] = await db.select().from(accounts).where(eq(accounts.login, 'owner@demo.example'))
    const organisationId = owner?.organisationId ?? 0
    await addAccount(db, { role: 'accountant', organisationId, login, password })
  })
  return { login, password }
}
