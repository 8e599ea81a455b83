import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_buyer/catalog/{-$url}')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_buyer/catalog/-$url"!</div>
}
