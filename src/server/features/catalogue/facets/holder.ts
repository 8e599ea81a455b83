import { applyFacts, type Facts } from './deltas.ts'
import { createFoldedNames, type FoldedNames } from './facet-names.ts'
import { createRenderer, type Renderer } from './render.ts'
import type { Snapshot } from './snapshot.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** A snapshot with what searching it needs. `version` names its contents: answers of another version are stale. */
export type Shelf = { snapshot: Snapshot; workspace: Workspace; render: Renderer; names: FoldedNames; version: number }

export type Holder = ReturnType<typeof createHolder>

/** Names stand ready to be written and to be searched. */
function preparedNames(snapshot: Snapshot): Pick<Shelf, 'render' | 'names'> {
  return { render: createRenderer(snapshot), names: createFoldedNames(snapshot) }
}

/** The snapshot that searches use now. Swaps and deltas happen between two searches, never during one. */
export function createHolder() {
  let shelf: Shelf | undefined
  let version = 0

  return {
    current: (): Shelf | undefined => shelf,

    swap(snapshot: Snapshot): void {
      version += 1
      shelf = { snapshot, workspace: createWorkspace(snapshot), ...preparedNames(snapshot), version }
    },

    /** Writes what changed; false when only a rebuild can tell it. */
    apply(facts: Facts): boolean {
      if (!shelf) return true
      version += 1
      shelf.version = version
      shelf.workspace.version = version
      const complete = applyFacts(shelf.snapshot, facts)
      if (facts.tags) Object.assign(shelf, preparedNames(shelf.snapshot))
      return complete
    },
  }
}
