import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take ten seconds and more, half of it often by waiting: begun last, one of them would run alone at the end. */
const slow = [
  'exchange/poisoned-import', 'http/slow-requests', 'db/embedded-data', 'tests/data-folder', 'tests/process', 'access/sign-in-limits', 'db/embedded',
  'tests/kills', 'exchange/session', 'tests/outage', 'exchange/dialects', 'backup/backup', 'order-files/sample', 'exchange/load', 'orders/orders-at-once',
  'exchange/kill-import', 'http/health', 'facets/search-oracle', 'uploads/formats', 'demo/demo-export',
].map((name) => `${name}.test.ts`)

/** Within each project the slow files first, then the others as Vitest orders them. */
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
