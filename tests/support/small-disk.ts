import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = { folder: string; remove: () => void }

/** Why a test without its small disk is skipped. */
export const noSmallDisk = 'a full disk: mounting a small one takes root on Linux'

/** A disk of this size in memory ('24m'); undefined where nobody may mount one. */
export function mountSmallDisk(size: string): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder])
  if (status === 0) return { folder, remove: () => unmount(folder) }
  rmSync(folder, { recursive: true })
  return undefined
}

function unmount(folder: string): void {
  // Lazily: a server that is being stopped may still hold a file.
  if (spawnSync('umount', ['--lazy', folder]).status === 0) rmSync(folder, { recursive: true })
}
