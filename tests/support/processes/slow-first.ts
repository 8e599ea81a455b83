import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take ten seconds or more, half of it often waiting: started last, one of them would run alone at the end.
 */
const slow = [
  'work/poisoned-import',
  'uploads/quantities',
  'tests/malformed-text',
  'http/slow-requests',
  'db/embedded',
  'tests/process',
  'work/kill-import',
  'tests/data-folder',
  'uploads/formats',
  'accounts/sign-in-limits',
  'tests/kills',
  'backup/backup',
  'work/dialects',
  'receive/session',
  'command/load',
  'db/embedded-data',
  'receive/files',
  'tests/outage',
  'parse/read-commerceml',
  'work/robust-imports',
  'order-files/sample',
  'feeds/price-feed',
  'uploads/evidence',
  'demo/demo-export',
  'place/orders-at-once',
  'http/health',
  'facets/search-oracle',
].map((name) => `${name}.test.ts`)

/** Within each project the slow files first, then the others in Vitest's order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()].flatMap((specs) => specs.toSorted((a, b) => rankOf(a) - rankOf(b)))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slow.findIndex((end) => moduleId.endsWith(end))
  return rank < 0 ? slow.length : rank
}
