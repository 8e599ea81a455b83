import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/admin/synonyms')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/admin/synonyms"!</div>
}
