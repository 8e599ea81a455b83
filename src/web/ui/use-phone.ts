import { useMedia } from './use-media.ts'

/** True where rows become cards; the same width as in the stylesheets. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)')
}
