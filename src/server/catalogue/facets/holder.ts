import { applyFactChanges, type FactChanges } from './builder/deltas.ts'
import { createFoldedNames, type FoldedNames } from './facet-names.ts'
import { createRenderer, type Renderer } from './render/render.ts'
import type { Snapshot } from './snapshot.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/**
 * A snapshot with everything needed to search it. `version` identifies the contents; cached answers of other versions
 * are stale.
 */
export type CurrentSnapshot = {
  snapshot: Snapshot
  workspace: Workspace
  render: Renderer
  names: FoldedNames
  version: number
}

export type Holder = ReturnType<typeof createHolder>

/** Names prepared for output and for search. */
function preparedNames(snapshot: Snapshot): Pick<CurrentSnapshot, 'render' | 'names'> {
  return { render: createRenderer(snapshot), names: createFoldedNames(snapshot) }
}

/** The snapshot in use. Swaps and deltas happen between searches, never during one. */
export function createHolder() {
  let currentSnapshot: CurrentSnapshot | undefined
  let version = 0

  return {
    current: (): CurrentSnapshot | undefined => currentSnapshot,

    swap(snapshot: Snapshot): void {
      version += 1
      currentSnapshot = { snapshot, workspace: createWorkspace(snapshot), ...preparedNames(snapshot), version }
    },

    /** Applies changes; false if a rebuild is needed. */
    apply(facts: FactChanges): boolean {
      if (!currentSnapshot) return true
      version += 1
      currentSnapshot.version = version
      currentSnapshot.workspace.version = version
      const complete = applyFactChanges(currentSnapshot.snapshot, facts)
      if (facts.tags) Object.assign(currentSnapshot, preparedNames(currentSnapshot.snapshot))
      return complete
    },
  }
}
