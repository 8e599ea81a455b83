import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '#server/platform/notifications/service.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, addOrganisation } from '#tests/support/fixtures.ts'
import { startSmtp, textOf } from '#tests/support/processes/smtp.ts'

let database: TestDatabase
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  database = await openTestDatabase()
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await database.close()
})

const people = 40
const eventsEach = 5

/** A process that gathers and sends as the jobs do, slowly enough to be met in the middle of either. */
function startSender() {
  const script = `
    import { pino } from 'pino'
    import { openDatabase } from '#server/platform/db/client.ts'
    import { composeDigests } from '#server/platform/mail/digests.ts'
    import { sendMails } from '#server/platform/mail/send.ts'
    const log = pino({ level: 'silent' })
    const database = openDatabase(${JSON.stringify(database.url)}, log, { poolSize: 2 })
    const config = { smtpUrl: ${JSON.stringify(smtp.url)}, mailFrom: undefined, baseUrl: 'https://opt.example' }
    process.stdout.write('ready')
    await composeDigests(database)
    const readLetterHead = async () => ({ shop: 'Опт', fromName: '' })
    await sendMails({ ...database, files: { get: () => undefined }, log, config, readLetterHead })
    await database.close()`
  const child = spawn(
    process.execPath,
    ['--import', './tests/support/processes/end-with-starter.ts', '--input-type=module', '--eval', script],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  return { child, exited: once(child, 'exit'), ready: once(child.stdout, 'data') }
}

const countGathered = async () =>
  (
    await database.db.execute<{ digests: number; waiting: number }>(sql`
      select count(*) filter (where event_key like 'digest:%')::int as digests,
        count(*) filter (where gather_until is not null)::int as waiting from mails`)
  ).rows[0] ?? { digests: 0, waiting: 0 }

test('kill -9 amid gathering and sending loses no letter; only one without a receipt may be sent twice', async () => {
  const { organisationId } = await addOrganisation(database.db, 'ООО «Читатели»')
  const accountIds: number[] = []
  for (let n = 0; n < people; n += 1)
    accountIds.push(await addAccount(database.db, { role: 'owner', organisationId, login: `p${n}@reader.example` }))
  for (let n = 0; n < eventsEach; n += 1)
    await notify(database.db, {
      accountIds,
      kind: 'order',
      title: `Event ${n}`,
      text: '',
      link: '/orders/1',
      eventKey: `event:${n}`,
    })
  await database.db.execute(sql`update mails set gather_until = now()`)

  // Amid gathering: some accounts have their letter, others wait. Slowed down, it cannot be over before the kill.
  await database.db.execute(sql`
    create function slow_digest() returns trigger language plpgsql as
      'begin perform pg_sleep(0.03); return new; end'`)
  await database.db.execute(sql`
    create trigger slow_digest before insert on mails for each row execute function slow_digest()`)
  const gathering = startSender()
  await gathering.ready
  await expect.poll(async () => (await countGathered()).digests, { timeout: 20_000, interval: 10 }).toBeGreaterThan(2)
  gathering.child.kill('SIGKILL')
  await gathering.exited
  const halfWay = await countGathered()
  expect(halfWay.waiting).toBeGreaterThan(0)
  expect(halfWay.waiting + halfWay.digests * eventsEach).toBe(people * eventsEach)
  await database.db.execute(sql`drop function slow_digest cascade`)

  // Amid sending, each time before the sender hears that the letter was kept.
  const kills = [4, 9, 17]
  for (const killAt of kills) {
    const sender = startSender()
    smtp.state.onStored = () => {
      if (smtp.received.length >= killAt) sender.child.kill('SIGKILL')
    }
    const [, signal] = (await sender.exited) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    delete smtp.state.onStored
    // The lease of what the dead process had taken runs out.
    await database.db.execute(sql`update mails set due_at = now() where sent_at is null and due_at is not null`)
  }
  const last = startSender()
  expect((await last.exited)[0]).toBe(0)
  await pause(50)

  const letters = smtp.received.map((mail) => ({
    to: mail.to[0],
    id: /^Message-ID: (.*)$/m.exec(mail.data)?.[1],
    events: textOf(mail).match(/Event \d/g),
  }))
  const byPerson = Map.groupBy(letters, ({ to }) => to)
  expect(byPerson.size).toBe(people)
  for (const [to, received] of byPerson) {
    expect(new Set(received.map(({ id }) => id)).size, `letters of ${to}`).toBe(1)
    expect(received[0]?.events).toEqual(Array.from({ length: eventsEach }, (_, n) => `Event ${n}`))
  }
  // Each kill leaves one letter of which nobody can know.
  expect(letters.length - people).toBeLessThanOrEqual(kills.length)
  expect(await countGathered()).toEqual({ digests: people, waiting: 0 })
  const { rows } = await database.db.execute(sql`select from mails where sent_at is null`)
  expect(rows).toEqual([])
})
