import { sql } from 'drizzle-orm'
import { repeatJob } from '#shared/api/administration/jobs.ts'
import { saveStreamAlarm } from '#shared/api/administration/exchange-streams.ts'
import { fetchYmlNow, saveYmlSettings } from '#shared/api/administration/exchange-files.ts'
import { saveSourceTerm } from '#shared/api/staff/exchange.ts'
import { repeatRun } from '#shared/api/staff/exchange-log.ts'
import { requeueLetters } from '#shared/api/staff/mail.ts'
import { call } from '#web/api/client.ts'
import type { TestApp } from '../app.ts'
import { failRun, openJobQueue } from '../processes/job-queue.ts'
import type { AuditedCall } from './audited-world.ts'

const yml = { address: '', minutes: 60, price_type: '', warehouse: '', full: false, available_quantity: 10 }

/** Audited calls about jobs, letters and alarms and tables of the exchange. */
export const auditedJobs: Record<string, AuditedCall> = {
  repeatJob: {
    action: 'job.repeated',
    run: async ({ portal, admin }) => {
      const boss = await openJobQueue(portal.pool)
      await failRun(boss, 'build-acts', 'no room on the disk')
      await boss.stop({ graceful: false })
      return call(repeatJob, { name: 'build-acts' }, admin)
    },
    isRepeatable: true,
  },
  saveStreamAlarm: {
    action: 'setting.changed',
    run: ({ admin }) => call(saveStreamAlarm, { kind: 'stocks', minutes: 30 }, admin),
  },
  loadFeedTable: {
    action: 'currency-rate.created',
    run: ({ admin }) =>
      admin.send('/api/staff/feed-tables/rates/', { method: 'POST', body: 'Валюта;Дата;Курс\nCNY;01.11.2026;11,2\n' }),
  },
  saveSourceTerm: {
    action: 'setting.changed',
    run: ({ admin }) => call(saveSourceTerm, { days: 30 }, admin),
  },
  loadExchangeFile: {
    action: 'import.uploaded',
    // Without offers, so that the import in the background changes nothing.
    run: ({ admin }) =>
      admin.send('/api/staff/exchange/file/?name=prices.xml', { method: 'POST', body: '<yml_catalog/>' }),
    isRepeatable: true,
  },
  saveYmlSettings: {
    action: 'setting.changed',
    run: ({ admin }) => call(saveYmlSettings, { ...yml, minutes: 30 }, admin),
  },
  fetchYmlNow: {
    action: 'import.fetched',
    run: async ({ portal, admin }) => {
      // Inside, so nothing is sent.
      const address = 'http://169.254.169.254/yml.xml'
      const { price_type: priceType, available_quantity: availableQuantity, ...same } = yml
      const value = JSON.stringify({ ...same, address, priceType, availableQuantity })
      await portal.db.execute(sql`insert into settings (name, value) values ('exchange.yml', ${value}::jsonb)
        on conflict (name) do update set value = excluded.value`)
      return call(fetchYmlNow, {}, admin)
    },
    isRepeatable: true,
  },
  repeatRun: {
    action: 'import.repeated',
    run: async ({ portal, admin }) => call(repeatRun, { run: await addRepeatableRun(portal) }, admin),
    isRepeatable: true,
  },
  requeueLetters: {
    action: 'mail.requeued',
    run: async ({ portal, admin }) => call(requeueLetters, { ids: [await addFailedLetter(portal)] }, admin),
    isRepeatable: true,
  },
}

async function addFailedLetter({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into mails (recipient, subject, text, event_key, due_at)
    values ('nobody@buyer.example', 'Счёт', '', gen_random_uuid()::text, null) returning id`)
  return rows[0]?.id ?? 0
}

/** A feed whose source is kept; the file itself is not needed to begin a repeat. */
async function addRepeatableRun({ db }: TestApp): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with run as (
      insert into exchange_runs (type, name, status, finished_at)
      values ('feed', 'binds-' || gen_random_uuid(), 'done', now()) returning id)
    insert into exchange_sources (run_id, key, size_bytes, received_at)
    select id, 'exchange-sources/' || id || '.gz', 1, now() from run returning run_id as id`)
  return rows[0]?.id ?? 0
}
