import styles from './material-text.module.css'

/** The text of a page. Its HTML comes from the server, which has sanitised it. */
export function MaterialText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
