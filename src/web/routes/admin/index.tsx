import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#web/ui/Page.tsx'

export const Route = createFileRoute('/admin/')({ component: Screen })

function Screen() {
  return <Page title="Заказы">{null}</Page>
}
