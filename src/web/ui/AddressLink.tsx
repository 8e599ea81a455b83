import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/** A link to a portal address given as text with its query, opened without reloading the page. */
export function AddressLink({
  address,
  onClick,
  ...rest
}: { address: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const { history } = useRouter()

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    history.push(address)
  }

  // The caller provides the text.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={address} onClick={open} />
}
