import { useEffect, useReducer, type RefObject } from 'react'

/**
 * Moves the focus to the first field marked as invalid, once rendered; a button is marked by `data-invalid`.
 * @param within the form, or 'page' if its fields are in several cards
 * @param refusal error of the server: each new one moves the focus
 * @returns moves the focus for errors found by the form; call it together with the state change that marks the fields
 */
export function useFocusInvalid(within: RefObject<HTMLElement | null> | 'page', refusal?: Error | null): () => void {
  const [requests, request] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (requests === 0 && !refusal) return
    const root = within === 'page' ? document.querySelector('main') : within.current
    root?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus()
  }, [within, requests, refusal])
  return request
}
