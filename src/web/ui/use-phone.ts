import { useMedia } from './use-media.ts'

/** True where rows are shown as cards; the same breakpoint as in the stylesheets. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)')
}
