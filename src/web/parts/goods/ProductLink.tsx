import { Link } from '@tanstack/react-router'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { productLink } from './product-link.ts'
import styles from './goods-table.module.css'

/** A product's name, linked to its card over the list. */
export function ProductLink({ row, clip = true }: { row: Pick<ProductRow, 'id' | 'header'>; clip?: boolean }) {
  return (
    <Link {...productLink(row.id)} className={`${styles.link} ${clip ? styles.clipped : ''}`} title={row.header}>
      {clip ? <span>{row.header}</span> : row.header}
    </Link>
  )
}
