import type { NoticeKind } from '#shared/rules/talk/notices.ts'

/** Content of a letter. `link` is a path inside the portal, or empty; `eventKey` prevents duplicates. */
export type Letter = {
  subject: string
  text: string
  link: string
  eventKey: string
  attachments?: readonly Attachment[]
}

/** A stored file attached to a letter. */
export type Attachment = { name: string; key: string }

/** A letter requested by a person's settings; with `gatherUntil` it waits to be merged with others. */
export type NoticeLetter = Letter & {
  accountId: number
  kind: NoticeKind
  contractIds: readonly number[]
  recipient: string
  gatherUntil: Date | undefined
}
