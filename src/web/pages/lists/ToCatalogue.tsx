import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'

/** Link from an empty list to the catalogue. */
export function ToCatalogue() {
  return (
    <Link to="/catalog/{-$url}" params={{ url: undefined }} className={buttonClass({ variant: 'primary' })}>
      В каталог
    </Link>
  )
}
