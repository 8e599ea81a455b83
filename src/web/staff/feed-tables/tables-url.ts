import { feedNames, type FeedName } from '#shared/api/administration/queue-groups.ts'

/** URL state of the screen: the feed whose table is loaded. */
export type TablesSearch = { feed?: FeedName }

export function normaliseTablesSearch(raw: Record<string, unknown>): TablesSearch {
  const feed = feedNames.find((name) => name === raw.feed)
  return feed === undefined ? {} : { feed }
}
