import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export function NotFound() {
  return (
    <EmptyState
      title="Такой страницы нет"
      action={
        <Link to="/" className={buttonClass()}>
          На главную
        </Link>
      }
    >
      Адрес набран с ошибкой, или страница больше не существует
    </EmptyState>
  )
}
