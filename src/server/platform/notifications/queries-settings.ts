import { sql } from 'drizzle-orm'
import { usualPace, type MailPace, type NoticeChannel, type NoticeKind } from '#shared/rules/talk/notices.ts'
import type { Db } from '#server/platform/db/client.ts'

export type NoticeChoices = {
  chosen: { kind: string; channel: string; enabled: boolean }[]
  pace: MailPace
}

/** Settings that an account has changed. */
export async function findNoticeChoices(db: Db, { accountId }: { accountId: number }): Promise<NoticeChoices> {
  const { rows } = await db.execute<NoticeChoices>(sql`
    select (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'channel', channel, 'enabled', enabled)), '[]')
        from notification_settings where account_id = ${accountId}) as chosen,
      coalesce((select pace from mail_paces where account_id = ${accountId}), ${usualPace}::text) as pace`)
  return rows[0] ?? { chosen: [], pace: usualPace }
}

export async function saveChoice(
  db: Db,
  choice: { accountId: number; kind: NoticeKind; channel: NoticeChannel; enabled: boolean },
): Promise<void> {
  await db.execute(sql`
    insert into notification_settings (account_id, kind, channel, enabled)
    values (${choice.accountId}, ${choice.kind}, ${choice.channel}, ${choice.enabled})
    on conflict (account_id, kind, channel) do update set enabled = excluded.enabled`)
}

export async function savePace(db: Db, { accountId, pace }: { accountId: number; pace: MailPace }): Promise<void> {
  await db.execute(sql`
    insert into mail_paces (account_id, pace) values (${accountId}, ${pace})
    on conflict (account_id) do update set pace = excluded.pace`)
}
