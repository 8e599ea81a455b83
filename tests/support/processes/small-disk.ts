import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = { folder: string; remove: () => void }

/** Reason why tests that need a small disk are skipped. */
export const noSmallDisk = 'a full disk: mounting a small one takes root on Linux'

/** A tmpfs of this size ('24m'); undefined without the permission to mount one. */
export function mountSmallDisk(size: string): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder])
  if (status === 0) return { folder, remove: () => unmount(folder) }
  rmSync(folder, { recursive: true })
  return undefined
}

function unmount(folder: string): void {
  // Lazily: a stopping server may still have a file open.
  if (spawnSync('umount', ['--lazy', folder]).status === 0) rmSync(folder, { recursive: true })
}
