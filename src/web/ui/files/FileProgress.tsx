import styles from './file-progress.module.css'

type FileProgressProps = {
  file: {
    name: string
    state: 'queued' | 'running' | 'ready' | 'failed'
    done: number
    /** 0 until known. */ total: number
  }
}

/** Progress of a file being written, as a bar and as text. */
export function FileProgress({ file: { name, state, done, total } }: FileProgressProps) {
  const percent = total > 0 ? Math.min(99, Math.floor((done * 100) / total)) : undefined
  const known = state === 'running' && percent !== undefined
  return (
    <span className={styles.progress}>
      <progress aria-label={name} max={100} {...(known ? { value: percent } : {})} />
      <span className="small nowrap">
        {known ? `Готово ${percent} %` : state === 'queued' ? 'В очереди' : 'Готовим'}
      </span>
    </span>
  )
}
