import { useEffect, useRef, useState } from 'react'

/**
 * Receives a file dropped anywhere on the page, which the browser would otherwise open; true while one is dragged over
 * it.
 */
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    function onDragOver(event: DragEvent) {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    function onDragLeave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setOver(false)
    }
    function onDrop(event: DragEvent) {
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (!hasFile(event)) return
      event.preventDefault()
      if (file) latest.current(file)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
