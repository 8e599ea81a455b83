import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'

/** The way on from a list that is empty. */
export function ToCatalogue() {
  return (
    <Link to="/catalog/{-$url}" params={{ url: undefined }} className={buttonClass({ variant: 'primary' })}>
      В каталог
    </Link>
  )
}
