import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Letters that have not left take other files of the store, in the transaction that replaces these. */
export async function replaceAttachedFiles(
  tx: Db,
  { replaced }: { replaced: readonly { from: string; to: string }[] },
): Promise<void> {
  if (replaced.length === 0) return
  await tx.execute(sql`
    with replaced as (select *
      from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as file("from" text, "to" text))
    update mails set attachments = (
      select jsonb_agg(case when replaced."to" is null then file
          else file || jsonb_build_object('key', replaced."to") end order by position)
      from jsonb_array_elements(mails.attachments) with ordinality as attached (file, position)
        left join replaced on replaced."from" = file ->> 'key')
    where sent_at is null and attachments <> '[]' and exists (
      select from jsonb_array_elements(mails.attachments) file join replaced on replaced."from" = file ->> 'key')`)
}
