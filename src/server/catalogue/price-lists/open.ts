import type { Logger } from 'pino'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { createFeeds, type Feeds } from './feeds/feeds.ts'
import { startWriters } from './worker.ts'

type Deps = {
  config: Pick<Config, 'baseUrl' | 'host' | 'port'>
  db: Db
  listener: Listener
  log: Logger
  files: FileStore
}

/** Starts this process's writers of price lists: spreadsheets in the background, YML on request. */
export function openPriceLists(deps: Deps): { feeds: Feeds; close: () => Promise<void> } {
  const { baseUrl, host, port } = deps.config
  const writers = startWriters({ ...deps, origin: baseUrl ?? '' })
  return {
    // The format requires absolute URLs.
    feeds: createFeeds({
      ...deps,
      origins: (requestOrigin) =>
        baseUrl ?? (requestOrigin || `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`),
    }),
    close: () => writers.stop(),
  }
}
