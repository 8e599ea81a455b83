/**
 * A letter before it is dressed. `link` is a path inside the portal, or empty; `eventKey` keeps it from being written
 * twice.
 */
export type Letter = {
  subject: string
  text: string
  link: string
  eventKey: string
  attachments?: readonly Attachment[]
}

/** A file of the store that goes with a letter. */
export type Attachment = { name: string; key: string }

/** A letter that a person's settings ask for; with `gatherUntil` it waits for others to leave as one. */
export type NoticeLetter = Letter & { accountId: number; recipient: string; gatherUntil: Date | undefined }
