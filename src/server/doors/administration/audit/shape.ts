import type { AuditRow as WireRow } from '#shared/api/administration/audit.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { actions, objectTypes } from '#server/platform/audit/actions.ts'
import type { AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import { topicOf } from '#server/platform/audit/topics.ts'
import type { SettingName } from '#server/platform/settings.ts'
import { maxCounted, type AuditPage, type NamedRows } from './service.ts'
import { settingNames } from './names.ts'
import { describeChanges, originNames } from './text.ts'

export function shapePage(page: AuditPage) {
  const { hasOlder, hasNewer, period, counts, people, organisation, keepDays } = page
  return {
    items: shapeRows(page),
    has_older: hasOlder,
    has_newer: hasNewer,
    from: period.from === undefined ? null : formatDay(period.from),
    to: formatDay(period.to),
    counts: { ...counts, max: maxCounted },
    people,
    organisation: organisation ?? null,
    keep_days: keepDays,
  }
}

export function shapeRows(page: NamedRows): WireRow[] {
  return page.rows.map((row) => shapeRow(row, page))
}

function shapeRow(row: AuditRow, { nameOf, titleOf }: Omit<NamedRows, 'rows'>): WireRow {
  const { accountId, onBehalfOfAccountId, objectType, objectId, organisationId, origin } = row
  const title = objectId === null ? undefined : titleOf({ type: objectType, id: objectId })
  const organisation =
    organisationId === null ? undefined : titleOf({ type: 'organisation', id: String(organisationId) })
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: {
      id: accountId,
      name: accountId === null ? originNames[origin] : personName(accountId, nameOf),
      note: accountId !== null && origin === 'exchange' ? originNames.exchange : '',
    },
    on_behalf:
      onBehalfOfAccountId === null ? null : { id: onBehalfOfAccountId, name: personName(onBehalfOfAccountId, nameOf) },
    origin,
    action: actions[row.action],
    topic: topicOf(row.action) ?? null,
    object: {
      type: objectType,
      id: objectId,
      title: title?.title ?? settingName(row) ?? objectId ?? '',
      note: [objectTypes[objectType], title?.note].filter(Boolean).join(' · '),
    },
    organisation: organisation ? { id: Number(organisation.id), name: organisation.title } : null,
    changes: describeChanges(row, (key) => titleOf(key)?.title),
  }
}

function settingName({ objectType, objectId }: AuditRow): string | undefined {
  return objectType === 'setting' && objectId !== null ? settingNames[objectId as SettingName] : undefined
}

function personName(id: number, nameOf: NamedRows['nameOf']): string {
  return nameOf(id) ?? `учётная запись ${id}`
}
