import { rolesWith, staffRoles } from '#shared/rights.ts'
import { connectForCopy } from './connection.ts'

/** Counts in the restored database of what a restore has made valid again. */
type RestoredCounts = {
  staff: number
  buyers: number
  exchange: number
  links: number
  factors: number
  letters: number
}

/** Sentences for the administrator: changes since the backup that must be repeated by hand. */
export async function describeRepairs(url: string, { madeAt }: { madeAt: string }): Promise<string[]> {
  const { staff, buyers, exchange, links, factors, letters } = await readCounts(url)
  return [
    `Портал снова такой, каким был ${momentOf(madeAt)} (UTC). Что сделали после этого, потеряно – сделайте заново:`,
    '  – отключите тех, кому закрыли доступ (npm run staff -- disable ЛОГИН): ' +
      `войти снова могут все, кто мог тогда: сотрудники – ${staff}, покупатели – ` +
      `${buyers}, обмен с 1С – ${exchange}`,
    '  – смените пароли, которые меняли: действуют прежние, в том числе у обмена с 1С',
    `  – проверьте второй фактор: он включён у тех же, что тогда (${factors}); ` +
      'снятый вернулся, включённый позже пропал',
    `  – отзовите адреса прайс-листов, которые отзывали: открыты ${links}`,
    '  – сверьте с 1С заказы: оформленных после копии в портале нет',
    ...(letters > 0
      ? [
          `  – учтите, что ${letters} ${letters === 1 ? 'письмо' : 'писем'} ` +
            'из очереди уйдёт при запуске, хотя могло уже уйти',
        ]
      : []),
    '  – попросите всех войти заново: сеансы закрыты',
  ]
}

async function readCounts(url: string): Promise<RestoredCounts> {
  const client = await connectForCopy(url)
  try {
    const {
      rows: [standing],
    } = await client.query<RestoredCounts>(
      `
      select count(*) filter (where role = any($1))::int as staff,
        count(*) filter (where organisation_id is not null)::int as buyers,
        count(*) filter (where role = any($2))::int as exchange,
        (select count(*)::int from price_links where revoked_at is null) as links,
        (select count(*)::int from second_factors where confirmed_at is not null) as factors,
        (select count(*)::int from mails
          where sent_at is null and coalesce(due_at, gather_until) is not null) as letters
      from accounts where enabled`,
      [staffRoles, rolesWith('exchange')],
    )
    if (!standing) throw new Error('the database did not answer')
    return standing
  } finally {
    await client.end()
  }
}

/** '22.11.2026 02:30' of '2026-11-22T02:30:11Z'. */
function momentOf(madeAt: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(madeAt) ?? []
  return year === undefined ? madeAt : `${day}.${month}.${year} ${time}`
}
