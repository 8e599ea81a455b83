import { gatheredUntil, settingsFor, type MailPace, type NoticeSetting } from '#shared/rules/talk/notices.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { rescheduleDigest } from '#server/platform/mail/digests.ts'
import { isDeliverable } from '#server/platform/mail/service.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findNoticeChoices, saveChoice, savePace } from './queries-settings.ts'

type Deps = { db: Db }

export type OwnNotices = { settings: (NoticeSetting & { enabled: boolean })[]; pace: MailPace; email: string }

/** Notification settings of this person. */
export async function readOwnNotices({ db }: Deps, actor: Actor): Promise<OwnNotices> {
  const { chosen, pace } = await findNoticeChoices(db, actor)
  const choices = new Map(chosen.map(({ kind, channel, enabled }) => [`${kind}:${channel}`, enabled]))
  const settings = offeredTo(actor).map((setting) => ({
    ...setting,
    enabled: setting.fixed || (choices.get(`${setting.kind}:${setting.channel}`) ?? setting.byDefault),
  }))
  return { settings, pace, email: addressOf(actor) }
}

/** Without an address the channel of letters is left out. */
function offeredTo(actor: Actor): NoticeSetting[] {
  const settings = settingsFor(actor)
  return addressOf(actor) === '' ? settings.filter(({ channel }) => channel !== 'mail') : settings
}

/** Of letters; '' if none can be sent. */
function addressOf({ demo, login }: Actor): string {
  return demo || !isDeliverable(login) ? '' : login
}

export async function setNoticeEnabled(
  { db }: Deps,
  actor: Actor,
  { id, enabled }: { id: number; enabled: boolean },
): Promise<OwnNotices> {
  const setting = offeredTo(actor).find((each) => each.id === id)
  if (!setting) throw new AppError('notFound')
  if (setting.fixed && !enabled) throw new AppError('noticeFixed')
  if (!setting.fixed) await saveChoice(db, { ...setting, accountId: actor.accountId, enabled })
  return readOwnNotices({ db }, actor)
}

/** The new frequency applies to waiting mails too. */
export async function setMailPace(
  { db }: Deps,
  actor: Actor,
  { pace, now }: { pace: MailPace; now: Date },
): Promise<OwnNotices> {
  await db.transaction(async (tx) => {
    await savePace(tx, { accountId: actor.accountId, pace })
    await rescheduleDigest(tx, { accountId: actor.accountId, until: gatheredUntil(pace, now) ?? now })
  })
  return readOwnNotices({ db }, actor)
}
