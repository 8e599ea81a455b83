import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { documentPdf } from '#shared/api/money/documents.ts'
import type { FinanceItem } from '#shared/api/money/finances.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'

/** Title of an entry, linked to its PDF, else to its order. */
export function EntryTitle({ item: { title, document, order } }: { item: FinanceItem }) {
  if (document !== null)
    return (
      <FileLink href={endpointAddress(documentPdf, { id: document })}>
        {title}
        <span className="unseen"> PDF</span>
      </FileLink>
    )
  if (!order) return title
  return (
    <Link to="/orders/$id" params={{ id: String(order.id) }}>
      {title}
    </Link>
  )
}
