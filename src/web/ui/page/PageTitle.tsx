import { useLook } from '../look.ts'

/** Title of the browser's tab: what the page shows, and whose portal it is. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useLook()
  return <title>{`${children} – ${name}`}</title>
}
