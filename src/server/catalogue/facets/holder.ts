import { applyFactChanges, type FactChanges } from './builder/deltas.ts'
import { createFoldedNames, type FoldedNames } from './facet-names.ts'
import { createRenderer, type Renderer } from './render/render.ts'
import type { Snapshot } from './snapshot.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

/** A snapshot with what searching it needs. `version` names its contents: answers of another version are stale. */
export type CurrentSnapshot = {
  snapshot: Snapshot
  workspace: Workspace
  render: Renderer
  names: FoldedNames
  version: number
}

export type Holder = ReturnType<typeof createHolder>

/** Names stand ready to be written and to be searched. */
function preparedNames(snapshot: Snapshot): Pick<CurrentSnapshot, 'render' | 'names'> {
  return { render: createRenderer(snapshot), names: createFoldedNames(snapshot) }
}

/** The snapshot that searches use now. Swaps and deltas happen between two searches, never during one. */
export function createHolder() {
  let currentSnapshot: CurrentSnapshot | undefined
  let version = 0

  return {
    current: (): CurrentSnapshot | undefined => currentSnapshot,

    swap(snapshot: Snapshot): void {
      version += 1
      currentSnapshot = { snapshot, workspace: createWorkspace(snapshot), ...preparedNames(snapshot), version }
    },

    /** Writes what changed; false when only a rebuild can apply it. */
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
