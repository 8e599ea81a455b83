import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#web/ui/Page.tsx'

export const Route = createFileRoute('/_buyer/cart')({ component: Screen })

function Screen() {
  return <Page title="Корзина">{null}</Page>
}
