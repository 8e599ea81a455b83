import { applyFacts, type Facts } from './deltas.ts'
import { createRenderer, type Renderer } from './render.ts'
import type { Snapshot } from './snapshot.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** A snapshot with what searching it needs. `version` names its contents: answers of another version are stale. */
export type Shelf = { snapshot: Snapshot; workspace: Workspace; render: Renderer; version: number }

export type Holder = ReturnType<typeof createHolder>

/** The snapshot that searches use now. Swaps and deltas happen between two searches, never during one. */
export function createHolder() {
  let shelf: Shelf | undefined
  let version = 0

  return {
    current: (): Shelf | undefined => shelf,

    swap(snapshot: Snapshot): void {
      version += 1
      shelf = { snapshot, workspace: createWorkspace(snapshot), render: createRenderer(snapshot), version }
    },

    /** Writes what changed; false when only a rebuild can tell it. */
    apply(facts: Facts): boolean {
      if (!shelf) return true
      version += 1
      shelf.version = version
      shelf.workspace.version = version
      const complete = applyFacts(shelf.snapshot, facts)
      // Names are kept ready to be written.
      if (facts.tags) shelf.render = createRenderer(shelf.snapshot)
      return complete
    },
  }
}
